/** Conditions on a row `j` of the engine's table `job.job`. */
import { type RawBuilder, sql } from 'kysely'
import { deadLetterQueue, heartbeatSeconds } from './job.ts'

/** `dead`: all attempts have failed. The engine keeps the job for a week, and its dead letter for a year. */
export const jobStates = ['waiting', 'retry', 'running', 'completed', 'cancelled', 'failed', 'dead'] as const
export type JobState = (typeof jobStates)[number]

export const isDeadLetter = sql<boolean>`j.name = ${deadLetterQueue}`

export const stateOf: RawBuilder<JobState> = sql`case when ${isDeadLetter} then 'dead'
  else case j.state::text when 'created' then 'waiting' when 'active' then 'running' else j.state::text end end`

/** Written as in the engine's index: with a comparison, PostgreSQL would read all jobs of a week. */
export const isLive = sql<boolean>`j.state in ('created', 'retry', 'active')`

/** A worker that misses several heartbeats has crashed, or its machine has. */
export const silentAfterSeconds = 3 * heartbeatSeconds

export const isStuck = sql<boolean>`${isLive} and not ${isDeadLetter} and (j.state = 'retry' or (j.state = 'active'
  and coalesce(j.heartbeat_on, j.started_on) < now() - make_interval(secs => ${silentAfterSeconds})))`
