/** SQL of idempotency keys: what succeeded, and which calls are running. */
import { sql } from 'kysely'
import type { Db, Tx } from '../db/database.ts'

/** Identifies one call; keys of different API keys are independent. */
export interface IdempotentCall {
  keyId: number
  key: string
  fingerprint: Buffer
}

/** Long enough for a weekend, short enough to bound the table. */
const isExpired = sql`recorded_at < now() - interval '7 days'`

/** A call that dies without releasing its claim blocks a repetition for this long. */
export const claimSeconds = 10

/** A claim belongs to a key of one API key. */
export interface Claim extends Pick<IdempotentCall, 'keyId' | 'key'> {
  /** How long it outlives its process; `claimSeconds` by default. */
  seconds?: number
}

const expiryOf = ({ seconds = claimSeconds }: Claim) => sql`now() + make_interval(secs => ${seconds})`

export interface RecordedCall {
  fingerprint: Buffer
  /** Null while an effect of several steps is incomplete. */
  status: number | null
  outcome: unknown
}

export async function findRecordedCall(
  db: Db | Tx,
  { keyId, key }: IdempotentCall,
): Promise<RecordedCall | undefined> {
  const { rows } = await sql<RecordedCall>`
    select fingerprint, status, outcome from idempotency_key
    where api_key_id = ${keyId} and key = ${key} and not ${isExpired}`.execute(db)
  return rows[0]
}

export async function listRecordedCalls(
  db: Db,
  keyId: number,
  keys: readonly string[],
): Promise<(RecordedCall & { key: string })[]> {
  const { rows } = await sql<RecordedCall & { key: string }>`
    select key, fingerprint, status, outcome from idempotency_key
    where api_key_id = ${keyId} and key = any (${[...keys]}::text[]) and not ${isExpired}`.execute(db)
  return rows
}

/** False if the key is taken. A concurrent call waits here for the other transaction to end. */
export async function insertRecordedCall(
  db: Db | Tx,
  { keyId, key, fingerprint }: IdempotentCall,
  { status, outcome }: { status: number | null; outcome: object },
): Promise<boolean> {
  const { rows } = await sql`
    insert into idempotency_key as known (api_key_id, key, fingerprint, status, outcome)
    values (${keyId}, ${key}, ${fingerprint}, ${status}, ${JSON.stringify(outcome)}::jsonb)
    on conflict (api_key_id, key) do update set fingerprint = excluded.fingerprint, status = excluded.status,
      outcome = excluded.outcome, recorded_at = excluded.recorded_at
      where known.recorded_at < now() - interval '7 days'
    returning 1`.execute(db)
  return rows.length > 0
}

/** False if another call has recorded a step since `from`. */
export async function updateRecordedCall(
  tx: Tx,
  { keyId, key }: IdempotentCall,
  { from, status, outcome }: { from: object; status: number | null; outcome: object },
): Promise<boolean> {
  const { rows } = await sql`
    update idempotency_key set status = ${status}, outcome = ${JSON.stringify(outcome)}::jsonb, recorded_at = now()
    where api_key_id = ${keyId} and key = ${key} and status is null and outcome = ${JSON.stringify(from)}::jsonb
    returning 1`.execute(tx)
  return rows.length > 0
}

/** False while another call holds the claim. */
export async function takeIdempotencyClaim(db: Db, claim: Claim, holder: string): Promise<boolean> {
  const { rows } = await sql`
    insert into idempotency_claim as known (api_key_id, key, holder, expires_at)
    values (${claim.keyId}, ${claim.key}, ${holder}, ${expiryOf(claim)})
    on conflict (api_key_id, key) do update set holder = excluded.holder, expires_at = excluded.expires_at
      where known.expires_at < now()
    returning 1`.execute(db)
  return rows.length > 0
}

export async function renewIdempotencyClaim(db: Db, claim: Claim, holder: string): Promise<void> {
  await sql`
    update idempotency_claim set expires_at = ${expiryOf(claim)}
    where api_key_id = ${claim.keyId} and key = ${claim.key} and holder = ${holder}`.execute(db)
}

export async function releaseIdempotencyClaim(db: Db, { keyId, key }: Claim, holder: string): Promise<void> {
  await sql`
    delete from idempotency_claim
    where api_key_id = ${keyId} and key = ${key} and holder = ${holder}`.execute(db)
}

/** Returns the number of expired keys deleted, at most `limit`. */
export async function deleteExpiredIdempotencyKeys(db: Db, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from idempotency_key where (api_key_id, key) in (
      select api_key_id, key from idempotency_key where ${isExpired} limit ${limit} for update skip locked)`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}

/** Of calls that died and were not repeated. */
export async function deleteExpiredIdempotencyClaims(db: Db): Promise<void> {
  await sql`delete from idempotency_claim where expires_at < now() - interval '1 hour'`.execute(db)
}
