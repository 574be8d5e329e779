import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { heartbeatSeconds, type Job } from './job.ts'

/**
 * Word for word as in the engine's index of live jobs by key, or PostgreSQL reads all jobs of a week. All our queues are
 * exclusive.
 */
const isLive = sql<boolean>`job.state <= 'active' and job.policy = 'exclusive'`

/** True while a job with this key waits or runs. For sweepers: a record at work without one is stuck. */
export function hasLiveJob(job: Job, key: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from job.job where job.name = ${job.name} and coalesce(job.singleton_key, '') = ${key} and ${isLive})`
}

export interface LiveJobState {
  /** From 1: the attempt that runs, or else the one that comes next. */
  attempt: number
  max_attempts: number
  is_running: boolean
  /** While it waits after an attempt that failed. */
  next_attempt_at: Date | null
}

/** The job that waits or runs under this key, if there is one, for people who want to know how it goes. */
export async function findLiveJob(
  db: Db,
  jobs: readonly Job[],
  key: string,
): Promise<LiveJobState | undefined> {
  const { rows } = await sql<LiveJobState>`
    select retry_count + case when state = 'retry' then 2 else 1 end as attempt, retry_limit + 1 as max_attempts,
      state = 'active' as is_running, case when state = 'retry' then start_after end as next_attempt_at
    from job.job where name = any (${jobs.map((job) => job.name)}::text[]) and coalesce(singleton_key, '') = ${key}
      and ${isLive} order by created_on desc limit 1`.execute(db)
  return rows[0]
}

/** A worker that is silent for several beats has gone, or its machine has. Of a row of the engine's table. */
export const isSilentJob = sql<boolean>`(state = 'active'
  and coalesce(heartbeat_on, started_on) < now() - make_interval(secs => ${3 * heartbeatSeconds}))`
