import { type RawBuilder, sql } from 'kysely'
import type { Job } from './job.ts'

/** True while a job with this key waits or runs. For sweepers: a record at work without one is stuck. */
export function hasLiveJob(job: Job, key: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from job.job where job.name = ${job.name} and job.singleton_key = ${key} and job.state < 'completed')`
}
