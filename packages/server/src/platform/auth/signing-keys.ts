/**
 * The keys that sign access tokens. A new key is published before it is used and stays published until the last token
 * of its predecessor has expired, so a rotation rejects no valid token.
 */
import { exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '../db/database.ts'
import type { DeploymentSecrets } from './deployment-secrets.ts'
import type { SecretBox } from './secrets.ts'

export const signingAlgorithm = 'EdDSA'

/** A new key is only published, not used, for this long: well above the time any process caches its key ring. */
const publishSeconds = 600
/** How long a replaced key still verifies: the lifetime of a token plus leeway for clock skew. */
const overlapSeconds = 3600 + 600
/** How long a process caches the key ring: a deleted key stops verifying everywhere within this time. */
export const keyRingSeconds = 5

export interface KeyRing {
  kid: string
  privateKey: CryptoKey
  publicKeys: Map<string, CryptoKey>
  jwks: { keys: JWK[] }
}

interface KeyRow {
  kid: string
  public_jwk: JWK
  private_sealed: Buffer
  is_active: boolean
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, signingAlgorithm)
  if (!(key instanceof CryptoKey)) throw new Error('A stored signing key is not an asymmetric key.')
  return key
}

export async function loadKeyRing(db: Db, secrets: DeploymentSecrets): Promise<KeyRing> {
  const { rows } = await sql<KeyRow>`
    select kid, public_jwk, private_sealed, active_from <= now() as is_active
    from signing_key order by active_from desc`.execute(db)
  const active = rows.find((row) => row.is_active)
  if (!active) {
    await rotateSigningKeys(db, secrets, { isImmediate: false })
    return loadKeyRing(db, secrets)
  }
  const publicKeys = new Map<string, CryptoKey>()
  for (const row of rows) publicKeys.set(row.kid, await importKey(row.public_jwk))
  const privateJwk = JSON.parse(await openPrivateKey(secrets, active.private_sealed)) as JWK
  return {
    kid: active.kid,
    privateKey: await importKey(privateJwk),
    publicKeys,
    jwks: { keys: rows.map((row) => row.public_jwk) },
  }
}

/** The sealing key may have been replaced since it was read. */
async function openPrivateKey(secrets: DeploymentSecrets, sealed: Buffer): Promise<string> {
  try {
    return secrets.open(sealed)
  } catch {
    await secrets.load()
    return secrets.open(sealed)
  }
}

/** Processes that start at the same time on an empty database must create only one first key. */
const lockKeys = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('inlet.signing_key'))`.execute(tx)

export async function resealSigningKeys(tx: Tx, from: SecretBox, to: SecretBox): Promise<void> {
  await lockKeys(tx)
  const { rows } = await sql<{ kid: string; private_sealed: Buffer }>`
    select kid, private_sealed from signing_key`.execute(tx)
  for (const { kid, private_sealed } of rows) {
    const sealed = to.seal(from.open(private_sealed))
    await sql`update signing_key set private_sealed = ${sealed} where kid = ${kid}`.execute(tx)
  }
}

/** For a lost secret, without which they cannot be opened. */
export async function deleteSigningKeys(tx: Tx): Promise<void> {
  await lockKeys(tx)
  await sql`delete from signing_key`.execute(tx)
}

/**
 * Adds a key and deletes those whose tokens have all expired. `isImmediate` is for a leaked key: the new key signs at
 * once and all older keys are deleted, so every live token becomes invalid and clients fetch new ones.
 */
export async function rotateSigningKeys(
  db: Db,
  secrets: DeploymentSecrets,
  { isImmediate }: { isImmediate: boolean },
): Promise<string> {
  const pair = await generateKeyPair(signingAlgorithm, { crv: 'Ed25519', extractable: true })
  const kid = crypto.randomUUID()
  const publicJwk: JWK = { ...(await exportJWK(pair.publicKey)), kid, alg: signingAlgorithm, use: 'sig' }
  const privateJwk = JSON.stringify(await exportJWK(pair.privateKey))
  return inTransaction(db, async (tx) => {
    await lockKeys(tx)
    // Under the lock, so that the sealing key is not replaced in between.
    await secrets.load(tx)
    const sealed = secrets.seal(privateJwk)
    const newest = await sql<{ kid: string; is_young: boolean }>`
      select kid, created_at > now() - make_interval(secs => ${publishSeconds}) as is_young
      from signing_key order by active_from desc limit 1`.execute(tx)
    const last = newest.rows[0]
    if (last?.is_young && !isImmediate) return last.kid
    if (isImmediate) await sql`delete from signing_key`.execute(tx)
    const delay = last && !isImmediate ? publishSeconds : 0
    await sql`
      insert into signing_key (kid, public_jwk, private_sealed, active_from)
      values (${kid}, ${JSON.stringify(publicJwk)}, ${sealed}, now() + make_interval(secs => ${delay}))`.execute(
      tx,
    )
    // A key can be deleted once its successor has been signing for the lifetime of a token.
    await sql`
      delete from signing_key old where exists (
        select from signing_key newer
        where newer.active_from > old.active_from
          and newer.active_from < now() - make_interval(secs => ${overlapSeconds}))`.execute(tx)
    return kid
  })
}
