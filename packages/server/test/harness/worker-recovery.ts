/** Speeds up what follows after a worker was killed, which otherwise takes fifteen seconds. */
import { sql } from 'kysely'
import type { Db } from '../../src/platform/db/database.ts'

/** Call only while no worker runs: every active attempt counts as lost. */
export async function expireLeases(db: Db): Promise<void> {
  await sql`update job.job set heartbeat_on = now() - interval '1 hour' where state = 'active'`.execute(db)
}

export async function skipRetryDelays(db: Db): Promise<void> {
  await sql`update job.job set start_after = now() where state = 'retry' and start_after > now()`.execute(db)
}

export async function countActiveSince(db: Db, name: string, since: Date): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from job.job where name = ${name} and state = 'active' and started_on > ${since}`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}
