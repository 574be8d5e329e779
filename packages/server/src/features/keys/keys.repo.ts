/** SQL of API keys and their secrets. */
import type { Role, Scope } from '@inlet/contract'
import { sql } from 'kysely'
import type { KeyPrincipal } from '../../platform/auth/principal.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { onlyRow } from '../../platform/db/only-row.ts'

export type KeyKind = KeyPrincipal['kind']

interface LiveKeyRow {
  id: number
  kind: KeyKind
  team_id: number
  user_id: number
  role: Role
  scopes: Scope[]
  rate_limit_per_minute: number | null
  read_rate_limit_per_minute: number | null
}

/**
 * A key that is currently valid. A personal key is revoked with its user; a team key outlives the user who created
 * it.
 */
export async function findLiveKey(db: Db, clientId: string): Promise<KeyPrincipal | undefined> {
  const { rows } = await sql<LiveKeyRow>`
    select ${keyColumns} from api_key k join app_user u on u.id = k.user_id
    where k.client_id = ${clientId} and ${isLiveKey}`.execute(db)
  return rows[0] && toPrincipal(clientId, rows[0])
}

const keyColumns = sql`k.id, k.kind, k.team_id, k.user_id, u.role, k.scopes, k.rate_limit_per_minute,
  k.read_rate_limit_per_minute`

/** True for rows of `api_key k` with their `app_user u`. */
export const isLiveKey = sql<boolean>`k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
  and (k.kind = 'team' or u.suspended_at is null)`

function toPrincipal(clientId: string, row: LiveKeyRow): KeyPrincipal {
  return {
    keyId: row.id,
    clientId,
    kind: row.kind,
    teamId: row.team_id,
    userId: row.user_id,
    role: row.role,
    scopes: row.scopes,
    rateLimitPerMinute: row.rate_limit_per_minute,
    readRateLimitPerMinute: row.read_rate_limit_per_minute,
  }
}

/** For what a key has set up, which acts without a token. */
export async function findLiveKeyById(db: Db, keyId: number): Promise<KeyPrincipal | undefined> {
  const { rows } = await sql<LiveKeyRow & { client_id: string }>`
    select ${keyColumns}, k.client_id from api_key k join app_user u on u.id = k.user_id
    where k.id = ${keyId} and ${isLiveKey}`.execute(db)
  return rows[0] && toPrincipal(rows[0].client_id, rows[0])
}

/** One query whether or not the client id exists, so that the time does not reveal which. */
export async function findLiveCredentials(
  db: Db,
  clientId: string,
): Promise<{ key: KeyPrincipal; hashes: Buffer[] } | undefined> {
  const { rows } = await sql<LiveKeyRow & { hashes: Buffer[] }>`
    select ${keyColumns},
      array(select s.secret_hmac from api_key_secret s
        where s.api_key_id = k.id and (s.expires_at is null or s.expires_at > now())) as hashes
    from api_key k join app_user u on u.id = k.user_id
    where k.client_id = ${clientId} and ${isLiveKey}`.execute(db)
  const row = rows[0]
  return row && { key: toPrincipal(clientId, row), hashes: row.hashes }
}

/** Accurate to the minute, which avoids an update for every token. */
export async function noteKeyUse(db: Db, keyId: number): Promise<void> {
  await sql`
    update api_key set last_used_at = now()
    where id = ${keyId} and (last_used_at is null or last_used_at < now() - interval '1 minute')`.execute(db)
}

export interface NewKey {
  clientId: string
  teamId: number
  userId: number
  kind: KeyKind
  name: string
  scopes: readonly Scope[]
  rateLimitPerMinute: number | null
  readRateLimitPerMinute: number | null
  expiresAt: Date | null
}

export async function insertKey(tx: Tx, key: NewKey): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into api_key (team_id, user_id, kind, client_id, name, scopes, rate_limit_per_minute,
      read_rate_limit_per_minute, expires_at)
    values (${key.teamId}, ${key.userId}, ${key.kind}, ${key.clientId}, ${key.name}, ${[...key.scopes]},
            ${key.rateLimitPerMinute}, ${key.readRateLimitPerMinute}, ${key.expiresAt})
    returning id`.execute(tx)
  return onlyRow(rows).id
}

/** Locks the user, so that concurrent calls cannot exceed a limit together. */
export async function countLiveKeysOf(tx: Tx, userId: number): Promise<number> {
  await sql`select from app_user where id = ${userId} for no key update`.execute(tx)
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from api_key
    where user_id = ${userId} and team_id = (select team_id from app_user where id = ${userId})
      and revoked_at is null and (expires_at is null or expires_at > now())`.execute(tx)
  return onlyRow(rows).n
}

export async function insertSecret(tx: Tx, keyId: number, hash: Buffer, hint: string): Promise<void> {
  await sql`insert into api_key_secret (api_key_id, secret_hmac, hint) values (${keyId}, ${hash}, ${hint})`.execute(
    tx,
  )
}

/** Expires older secrets after the overlap; a secret that expires sooner is unchanged. */
export async function endSecrets(tx: Tx, keyId: number, overlapHours: number): Promise<void> {
  await sql`
    update api_key_secret set expires_at = least(expires_at, now() + make_interval(mins => ${overlapHours * 60}::int))
    where api_key_id = ${keyId} and (expires_at is null or expires_at > now())`.execute(tx)
}

export async function findKeyId(db: Db, clientId: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`select id from api_key where client_id = ${clientId}`.execute(db)
  return rows[0]?.id
}

/** Undefined when the key does not exist; a key that is already revoked keeps its revocation time. */
export async function revokeKey(db: Db, clientId: string): Promise<Date | undefined> {
  const { rows } = await sql<{ revoked_at: Date | null }>`
    update api_key set revoked_at = coalesce(revoked_at, now())
    where client_id = ${clientId} returning revoked_at`.execute(db)
  return rows[0]?.revoked_at ?? undefined
}

export interface KeySummary {
  client_id: string
  name: string
  kind: KeyKind
  user: string
  scopes: string
  limit: number | null
  state: string
  last_used_at: Date | null
}

export async function listKeys(db: Db, teamId: number): Promise<KeySummary[]> {
  const { rows } = await sql<KeySummary>`
    select k.client_id, k.name, k.kind, u.email as user, array_to_string(k.scopes, ' ') as scopes,
      k.rate_limit_per_minute as limit, k.last_used_at,
      case when k.revoked_at is not null then 'revoked' when k.expires_at <= now() then 'expired' else 'live' end as state
    from api_key k join app_user u on u.id = k.user_id
    where k.team_id = ${teamId} order by k.id`.execute(db)
  return rows
}

export async function deleteExpiredSecrets(db: Db): Promise<void> {
  await sql`delete from api_key_secret where expires_at < now() - interval '30 days'`.execute(db)
}
