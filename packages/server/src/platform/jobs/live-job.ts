import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Job } from './job.ts'

/**
 * Written exactly as in the engine's index of live jobs by key, or PostgreSQL reads all jobs of a week. All our
 * queues are exclusive.
 */
const isLive = sql<boolean>`job.state <= 'active' and job.policy = 'exclusive'`

/** True while a job with this key waits or runs. For sweepers: a record that is processing without one is stuck. */
export function hasLiveJob(job: Pick<Job, 'name'>, key: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from job.job where job.name = ${job.name} and coalesce(job.singleton_key, '') = ${key} and ${isLive})`
}

/** Which stuck records a sweeper fails: all, or those whose machine is to blame. */
export type StuckReason = 'any' | 'machine'

/** True if the last job with this key used up its attempts because of the machine, and not of its record. */
export function endedByMachineFault(job: Pick<Job, 'name'>, key: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`coalesce((
    select job.output ->> 'machineFault' is not null from job.job
    where job.name = ${job.name} and job.singleton_key = ${key} and job.state = 'failed'
    order by job.completed_on desc limit 1), false)`
}

/** The name and key of a job. */
export interface KeyedJob {
  name: string
  key: string
}

export interface LiveJobState {
  /** From 1: the running attempt, or else the next one. */
  attempt: number
  max_attempts: number
  is_running: boolean
  /** Set while it waits after a failed attempt. */
  next_attempt_at: Date | null
}

/** The newest of these jobs that waits or runs. */
export async function findLiveJob(db: Db, jobs: readonly KeyedJob[]): Promise<LiveJobState | undefined> {
  const { rows } = await sql<LiveJobState>`
    select retry_count + case when state = 'retry' then 2 else 1 end as attempt, retry_limit + 1 as max_attempts,
      state = 'active' as is_running, case when state = 'retry' then start_after end as next_attempt_at
    from unnest(${jobs.map(({ name }) => name)}::text[], ${jobs.map(({ key }) => key)}::text[]) as wanted (name, key)
      join job.job on job.name = wanted.name and coalesce(job.singleton_key, '') = wanted.key and ${isLive}
    order by created_on desc limit 1`.execute(db)
  return rows[0]
}
