import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { Job } from './job.ts'

/**
 * Every job of these kinds with one of the keys, in whatever state, and its dead letters. An attempt under way finds
 * its lease gone: whatever it wanted to commit with the end of its job is undone.
 */
export async function deleteJobs(tx: Tx, jobs: readonly Job[], keys: readonly string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from job.job where coalesce(source_name, name) = any (${jobs.map(({ name }) => name)}::text[])
      and singleton_key = any (${[...keys]}::text[])`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
