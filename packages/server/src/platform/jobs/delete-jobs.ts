import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { Job } from './job.ts'

/**
 * Deletes every job of these kinds with one of the keys, in any state, and its dead letters. A running attempt loses
 * its lease, so what it would commit with the end of its job is rolled back.
 */
export async function deleteJobs(
  tx: Tx,
  jobs: readonly Pick<Job, 'name'>[],
  keys: readonly string[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from job.job where coalesce(source_name, name) = any (${jobs.map(({ name }) => name)}::text[])
      and singleton_key = any (${[...keys]}::text[])`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
