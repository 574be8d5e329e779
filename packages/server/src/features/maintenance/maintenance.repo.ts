/** SQL of the nightly housekeeping. */
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export async function isSigningKeyOlderThan(db: Db, days: number): Promise<boolean> {
  const { rows } = await sql<{ is_older: boolean }>`
    select max(active_from) < now() - make_interval(days => ${days}) as is_older from signing_key`.execute(db)
  return rows[0]?.is_older ?? false
}

/** A bucket whose newest hit is an hour old counts nothing; addresses of strangers would pile up otherwise. */
export async function deleteIdleRateLimits(db: Db): Promise<void> {
  await sql`delete from rate_limit where hits[cardinality(hits)] < now() - interval '1 hour'`.execute(db)
}

export async function deleteDeadSecrets(db: Db): Promise<void> {
  await sql`delete from api_key_secret where expires_at < now() - interval '30 days'`.execute(db)
}
