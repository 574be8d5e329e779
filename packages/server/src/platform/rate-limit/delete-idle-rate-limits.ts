import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** A bucket without hits for an hour is empty; without cleanup, addresses would pile up. */
export async function deleteIdleRateLimits(db: Db): Promise<void> {
  await sql`delete from rate_limit where hits[cardinality(hits)] < now() - interval '1 hour'`.execute(db)
}
