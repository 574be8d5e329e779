/**
 * The deployment's key material. It is stored encrypted by INLET_SECRET, so that the secret can be replaced without
 * reissuing a single key: see docs/adr/0074.
 */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { ConfigError } from '../config/read-settings.ts'
import { type Db, inTransaction, type Tx } from '../db/database.ts'
import { createSecretBox, openWith, type SecretBox, sealWith, wrappingKey } from './secrets.ts'

export interface GivenSecrets {
  INLET_SECRET: string
  INLET_SECRET_PREVIOUS?: string | undefined
}

/** Usable once it is loaded. */
export interface DeploymentSecrets extends SecretBox {
  /** Identify INLET_SECRET and, if set, INLET_SECRET_PREVIOUS, without revealing them. */
  marks: readonly string[]
  /** Reads the key material again, which another process may have replaced. Throws if the secret is the wrong one. */
  load(db?: Db | Tx): Promise<void>
  /** Records that this process runs with its INLET_SECRET. */
  noteUse(): Promise<void>
}

/** `lookup` never changes, because hashes cannot be converted; `seal` is replaced when an old secret is retired. */
interface KeyMaterial {
  lookup: Buffer
  seal: Buffer
}

interface SecretRow {
  mark: string
  wrapped: Buffer
}

const keyBytes = 32

/** A secret that a process used within this time may still be needed; processes report once a minute. */
export const inUseSeconds = 180

export const secretMark = (secret: string): string =>
  createSecretBox(secret).fingerprint('backup', 'mark').toString('hex').slice(0, 16)

export function createDeploymentSecrets(db: Db, given: GivenSecrets): DeploymentSecrets {
  const secrets = [given.INLET_SECRET, given.INLET_SECRET_PREVIOUS].filter((secret) => secret !== undefined)
  const marks = secrets.map(secretMark)
  let box: SecretBox | undefined
  const loaded = (): SecretBox => {
    if (!box) throw new Error('The deployment secrets are used before they are loaded.')
    return box
  }
  return {
    marks,
    hashClientSecret: (secret) => loaded().hashClientSecret(secret),
    isClientSecret: (secret, hash) => loaded().isClientSecret(secret, hash),
    fingerprint: (purpose, text) => loaded().fingerprint(purpose, text),
    seal: (plaintext) => loaded().seal(plaintext),
    open: (sealed) => loaded().open(sealed),
    sealCookie: (plaintext) => loaded().sealCookie(plaintext),
    openCookie: (sealed) => loaded().openCookie(sealed),
    async load(from = db) {
      const { lookup, seal } = await readKeyMaterial(from, secrets)
      box = createSecretBox(lookup, seal)
    },
    async noteUse() {
      await sql`
        update deployment_secret set last_used_at = now()
        where mark = ${marks[0] ?? ''} and last_used_at < now() - interval '30 seconds'`.execute(db)
    },
  }
}

/** Locked, so that the sealing key is not replaced before the transaction ends. */
export async function sealInTransaction(
  tx: Tx,
  secrets: DeploymentSecrets,
  plaintext: string,
): Promise<Buffer> {
  await sql`select pg_advisory_xact_lock_shared(hashtext('inlet.deployment_secret'))`.execute(tx)
  await secrets.load(tx)
  return secrets.seal(plaintext)
}

async function readKeyMaterial(db: Db | Tx, secrets: readonly string[]): Promise<KeyMaterial> {
  const rows = await listSecrets(db)
  if (rows.length === 0) {
    if (db.isTransaction) throw new Error('The deployment has no key material yet.')
    await inTransaction(db, (tx) => createKeyMaterial(tx, secrets))
    return readKeyMaterial(db, secrets)
  }
  const [current = ''] = secrets
  for (const secret of secrets) {
    const row = rows.find(({ mark }) => mark === secretMark(secret))
    const material = row && unwrap(secret, row.wrapped)
    if (!material) continue
    if (secret !== current) await insertSecret(db, current, material)
    return material
  }
  throw wrongSecret(secrets)
}

async function listSecrets(db: Db | Tx): Promise<SecretRow[]> {
  const { rows } = await sql<SecretRow>`select mark, wrapped from deployment_secret`.execute(db)
  return rows
}

async function insertSecret(db: Db | Tx, secret: string, material: KeyMaterial): Promise<void> {
  await sql`
    insert into deployment_secret (mark, wrapped) values (${secretMark(secret)}, ${wrap(secret, material)})
    on conflict (mark) do nothing`.execute(db)
}

/**
 * Until this table existed, keys were derived from the secret itself. A deployment with such keys keeps that material,
 * because its hashes were made with it. A new one gets random material.
 */
async function createKeyMaterial(tx: Tx, secrets: readonly string[]): Promise<void> {
  // Processes that start at the same time must not create two.
  await sql`select pg_advisory_xact_lock(hashtext('inlet.deployment_secret'))`.execute(tx)
  if ((await listSecrets(tx)).length > 0) return
  const { rows } = await sql<{ has_team: boolean; sealed: Buffer | null }>`
    select exists (select from team) as has_team,
      (select private_sealed from signing_key order by active_from desc limit 1) as sealed`.execute(tx)
  const { has_team: hasTeam = false, sealed = null } = rows[0] ?? {}
  const [current = '', previous] = secrets
  if (!hasTeam && sealed === null) {
    const random = randomBytes(keyBytes)
    return insertSecret(tx, current, { lookup: random, seal: random })
  }
  const original = sealed === null ? (previous ?? current) : secrets.find((secret) => opens(secret, sealed))
  if (original === undefined) throw wrongSecret(secrets)
  const derived = Buffer.from(original)
  await insertSecret(tx, current, { lookup: derived, seal: derived })
}

function opens(secret: string, sealed: Buffer): boolean {
  try {
    createSecretBox(secret).open(sealed)
    return true
  } catch {
    return false
  }
}

function wrap(secret: string, { lookup, seal }: KeyMaterial): Buffer {
  const text = JSON.stringify({ lookup: lookup.toString('base64'), seal: seal.toString('base64') })
  return sealWith(wrappingKey(secret), text)
}

/** Undefined if another secret wrapped it. */
function unwrap(secret: string, wrapped: Buffer): KeyMaterial | undefined {
  try {
    const { lookup, seal } = JSON.parse(openWith(wrappingKey(secret), wrapped)) as Record<string, string>
    return { lookup: Buffer.from(lookup ?? '', 'base64'), seal: Buffer.from(seal ?? '', 'base64') }
  } catch {
    return undefined
  }
}

function wrongSecret(secrets: readonly string[]): ConfigError {
  const names = secrets.length > 1 ? 'INLET_SECRET and INLET_SECRET_PREVIOUS do' : 'INLET_SECRET does'
  return new ConfigError([
    `${names} not match the database. Set the secret that this deployment was started with before. To replace it, set the new secret as INLET_SECRET and the old one as INLET_SECRET_PREVIOUS. If the old one is lost, "inlet-admin secret reset" starts over with the new one and invalidates all API keys and sessions.`,
  ])
}

export interface SecretUse {
  mark: string
  created_at: Date
  last_used_at: Date
  is_in_use: boolean
}

/** Every secret that can open the key material, most recently used first. */
export async function listSecretUses(db: Db | Tx): Promise<SecretUse[]> {
  const { rows } = await sql<SecretUse>`
    select mark, created_at, last_used_at,
      last_used_at > now() - make_interval(secs => ${inUseSeconds}) as is_in_use
    from deployment_secret order by last_used_at desc, mark`.execute(db)
  return rows
}

/** A process with another secret was seen recently. */
export class SecretInUse extends Error {}

export interface RetireSecrets {
  secret: string
  /** Replaces sealed values in the same transaction. */
  reseal: (tx: Tx, from: SecretBox, to: SecretBox) => Promise<void>
  /** Others that were used more recently are kept and reported. */
  unusedForSeconds?: number
}

/**
 * Removes every other secret and replaces the sealing key, so that an old secret opens nothing that is stored from now
 * on, not even with an old copy of the database. Returns the number of secrets removed.
 */
export function retireSecrets(
  db: Db,
  { secret, reseal, unusedForSeconds = inUseSeconds }: RetireSecrets,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('inlet.deployment_secret'))`.execute(tx)
    const material = await readKeyMaterial(tx, [secret])
    const { rows: others } = await sql<{ is_in_use: boolean }>`
      select last_used_at > now() - make_interval(secs => ${unusedForSeconds}) as is_in_use
      from deployment_secret where mark <> ${secretMark(secret)} for update`.execute(tx)
    if (others.length === 0) return 0
    if (others.some(({ is_in_use }) => is_in_use))
      throw new SecretInUse(
        `A process used another secret within the last ${unusedForSeconds} seconds. Restart it with the current INLET_SECRET, wait, then try again; "inlet-admin secret status" shows when each secret was used.`,
      )
    const replaced = { lookup: material.lookup, seal: randomBytes(keyBytes) }
    await reseal(
      tx,
      createSecretBox(material.lookup, material.seal),
      createSecretBox(replaced.lookup, replaced.seal),
    )
    await sql`delete from deployment_secret where mark <> ${secretMark(secret)}`.execute(tx)
    await sql`
      update deployment_secret set wrapped = ${wrap(secret, replaced)} where mark = ${secretMark(secret)}`.execute(
      tx,
    )
    return others.length
  })
}

/** For a lost secret: everything that was made with it becomes invalid. The caller deletes the signing keys. */
export async function resetSecrets(tx: Tx, secret: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('inlet.deployment_secret'))`.execute(tx)
  await sql`delete from deployment_secret`.execute(tx)
  const random = randomBytes(keyBytes)
  await insertSecret(tx, secret, { lookup: random, seal: random })
}
