/**
 * Reads the engine's tables: queues, jobs that need attention, dead letters, workers. Only this folder uses those
 * tables, so that another version of the engine, or another engine, changes only this folder.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../db/database.ts'
import { onlyRow } from '../db/only-row.ts'
import { deadLetterQueue, type Job } from './job.ts'
import { isDeadLetter, isLive, isStuck, type JobState, silentAfterSeconds, stateOf } from './job-table.ts'

export interface ListedJob {
  id: string
  kind: string
  state: JobState
  /** The key of the record that the job processes. */
  key: string | null
  attempts: string
  created_at: Date
  /** When the current attempt started, or the next one will start. */
  at: Date | null
  error: string | null
}

export interface JobFilter {
  states: readonly JobState[]
  kind?: string | undefined
  limit: number
}

export async function listJobs(db: Db, { states, kind, limit }: JobFilter): Promise<ListedJob[]> {
  const { rows } = await sql<ListedJob>`
    select j.id, coalesce(j.source_name, j.name) as kind, ${stateOf} as state, j.singleton_key as key,
      case when ${isDeadLetter} then coalesce(j.source_retry_count, 0) + 1
        else j.retry_count + case when j.state in ('created', 'retry') then 0 else 1 end end
        || ' of ' || case when ${isDeadLetter} then coalesce(j.source_retry_count, 0) else j.retry_limit end + 1 as attempts,
      coalesce(j.source_created_on, j.created_on) as created_at,
      case when j.state in ('created', 'retry') and not ${isDeadLetter} then j.start_after
        else coalesce(j.completed_on, j.started_on) end as at,
      left(coalesce(j.output, j.source_output) ->> 'message', 200) as error
    from job.job j
    where ${stateOf} = any (${[...states]}::text[])
      and (${kind ?? null}::text is null or coalesce(j.source_name, j.name) = ${kind ?? null})
    order by j.created_on, j.id limit ${limit}`.execute(db)
  return rows
}

/** Jobs that failed all attempts or were cancelled; the newest of each record. */
export async function listEndedJobIds(db: Db, kind: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct on (j.singleton_key) j.id from job.job j
    where (j.name = ${kind} and j.state in ('failed', 'cancelled')) or (${isDeadLetter} and j.source_name = ${kind})
    order by j.singleton_key, j.created_on desc`.execute(db)
  return rows.map(({ id }) => id)
}

export interface FaultyJob {
  id: string
  kind: string
  key: string | null
  failed_at: Date
  reason: string
}

/** Jobs that used up their attempts because of a machine; the newest of each record. */
export async function listJobsFailedByMachine(db: Db, since: Date | null): Promise<FaultyJob[]> {
  const { rows } = await sql<FaultyJob>`
    select distinct on (kind, key) id, kind, key, failed_at, reason from (
      select j.id::text as id, coalesce(j.source_name, j.name) as kind, j.singleton_key as key,
        coalesce(j.completed_on, j.created_on) as failed_at,
        coalesce(j.source_output, j.output) ->> 'machineFault' as reason
      from job.job j
      where (j.state = 'failed' and not ${isDeadLetter}) or (${isDeadLetter} and j.state = 'created')) failed
    where reason is not null and (${since}::timestamptz is null or failed_at >= ${since})
    order by kind, key, failed_at desc`.execute(db)
  return rows
}

export interface QueueState {
  name: string
  running: number
  waiting: number
  delayed: number
  failed: number
  oldest_waiting_seconds: number | null
  oldest_running_seconds: number | null
}

/** Jobs that started after this transaction are visible as well, so ages are taken from the clock and not from `now()`. */
export async function listQueueStates(db: Db | Tx): Promise<QueueState[]> {
  const { rows } = await sql<QueueState>`
    select q.name, live.running, live.waiting, live.delayed, dead.failed, live.oldest_waiting_seconds,
      live.oldest_running_seconds
    from job.queue q
      cross join lateral (
        select count(*) filter (where state = 'active') as running,
          count(*) filter (where state = 'created' and start_after <= now()) as waiting,
          count(*) filter (where state = 'retry' or (state = 'created' and start_after > now())) as delayed,
          floor(extract(epoch from clock_timestamp()
            - min(created_on) filter (where state = 'created' and start_after <= now())))::int as oldest_waiting_seconds,
          floor(extract(epoch from clock_timestamp() - min(started_on) filter (where state = 'active')))::int
            as oldest_running_seconds
        from job.job j where j.name = q.name and ${isLive}) live
      cross join lateral (
        select count(*) as failed from job.job j
        where ${isDeadLetter} and j.state = 'created' and j.source_name = q.name) dead
    where q.name <> ${deadLetterQueue} and q.name not like '\\_\\_%' order by q.name`.execute(db)
  return rows
}

export interface QueueMetrics {
  kind: string
  waiting: number
  running: number
  failed: number
  /** Age of the job that has been due longest; 0 when none waits. */
  oldestSeconds: number
}

/** Includes queues without jobs: an alert cannot watch a metric that disappears. */
export async function readQueueMetrics(db: Db): Promise<QueueMetrics[]> {
  const { rows } = await sql<QueueMetrics>`
    select q.name as kind, count(j.id) filter (where j.state < 'active') as waiting,
      count(j.id) filter (where j.state = 'active') as running, count(j.id) filter (where j.state = 'failed') as failed,
      coalesce(extract(epoch from now() - min(j.start_after) filter (where j.state < 'active' and j.start_after <= now())), 0)::float8
        as "oldestSeconds"
    from job.queue q left join job.job j on j.name = q.name and j.state in ('created', 'retry', 'active', 'failed')
    where q.name <> ${deadLetterQueue} group by q.name`.execute(db)
  return rows
}

export interface UnfinishedJob {
  id: string
  queue: string
  subject: string | null
  attempt: number
  max_attempts: number
  started_at: Date | null
  last_sign_at: Date | null
  next_attempt_at: Date | null
  reason: string | null
  created_at: Date
  cursor_at: string
}

const reasonOf = (output: RawBuilder<unknown>) =>
  sql`left(coalesce(${output} ->> 'message', ${output} -> 'value' ->> 'message', ${output}::text), 500)`

/** Between two attempts, or held by a worker that no longer sends heartbeats. */
export async function listStuckJobs(db: Db, limit: number): Promise<UnfinishedJob[]> {
  const { rows } = await sql<UnfinishedJob>`
    select j.id::text as id, j.name as queue, j.singleton_key as subject, j.retry_count + 1 as attempt,
      j.retry_limit + 1 as max_attempts, j.started_on as started_at, j.heartbeat_on as last_sign_at,
      case when j.state = 'retry' then j.start_after end as next_attempt_at, ${reasonOf(sql`j.output`)} as reason,
      j.created_on as created_at, j.created_on::text as cursor_at
    from job.job j where ${isStuck} order by j.created_on limit ${limit}`.execute(db)
  return rows
}

export async function countStuckJobs(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from job.job j where ${isStuck}`.execute(db)
  return onlyRow(rows).count
}

export interface DeadLetterCursor {
  at: string
  id: string
}

export async function listDeadLetters(
  db: Db,
  { after, limit }: { after: DeadLetterCursor | undefined; limit: number },
): Promise<UnfinishedJob[]> {
  const afterCursor = after
    ? sql`and (j.created_on, j.id) < (${after.at}::timestamptz, ${after.id}::uuid)`
    : sql``
  const { rows } = await sql<UnfinishedJob>`
    select j.id::text as id, coalesce(j.source_name, 'unknown') as queue, j.singleton_key as subject,
      coalesce(j.source_retry_count, 0) + 1 as attempt, coalesce(j.source_retry_count, 0) + 1 as max_attempts,
      null::timestamptz as started_at, null::timestamptz as last_sign_at, null::timestamptz as next_attempt_at,
      ${reasonOf(sql`j.source_output`)} as reason, j.created_on as created_at, j.created_on::text as cursor_at
    from job.job j where ${isDeadLetter} and j.state = 'created' ${afterCursor}
    order by j.created_on desc, j.id desc limit ${limit}`.execute(db)
  return rows
}

export async function countDeadLetters(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from job.job j where ${isDeadLetter} and j.state = 'created'`.execute(db)
  return onlyRow(rows).count
}

export interface JobSince {
  kind: string
  id: string
  since: Date
}

/** Due, but not claimed by a worker. */
export async function listOverdueJobs(db: Db, minutes: number, limit: number): Promise<JobSince[]> {
  const { rows } = await sql<JobSince>`
    select j.name as kind, j.id::text as id, j.start_after as since from job.job j
    where j.state < 'active' and not ${isDeadLetter} and j.start_after < now() - make_interval(mins => ${minutes})
    order by since limit ${limit}`.execute(db)
  return rows
}

export async function countOverdueJobs(db: Db, minutes: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from job.job j
    where j.state < 'active' and not ${isDeadLetter} and j.start_after < now() - make_interval(mins => ${minutes})`.execute(
    db,
  )
  return onlyRow(rows).count
}

/** Held by a worker that no longer sends heartbeats. */
export async function listSilentJobs(db: Db, limit: number): Promise<JobSince[]> {
  const { rows } = await sql<JobSince>`
    select j.name as kind, j.id::text as id, coalesce(j.heartbeat_on, j.started_on) as since from job.job j
    where j.state = 'active'
      and coalesce(j.heartbeat_on, j.started_on) < now() - make_interval(secs => ${silentAfterSeconds})
    order by since limit ${limit}`.execute(db)
  return rows
}

/** For the report of stuck work: the oldest first. */
export async function listOldestDeadLetters(db: Db, limit: number): Promise<JobSince[]> {
  const { rows } = await sql<JobSince>`
    select coalesce(j.source_name, 'job') as kind, j.id::text as id, j.created_on as since from job.job j
    where ${isDeadLetter} order by since limit ${limit}`.execute(db)
  return rows
}

export async function readLastCompletion(db: Db, job: Job): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(completed_on) as at from job.job where name = ${job.name} and state = 'completed'`.execute(db)
  return onlyRow(rows).at
}

export interface WorkerCounts {
  live: number
  /** Disappeared within the last day without a clean shutdown. */
  vanished: number
}

/** A worker that has missed three heartbeats counts as vanished; one that shut down cleanly is not counted. */
export async function countWorkers(db: Db): Promise<WorkerCounts> {
  const { rows } = await sql<WorkerCounts>`
    select count(*) filter (where heartbeat_on > now() - make_interval(secs => 3 * heartbeat_seconds)) as live,
      count(*) filter (where heartbeat_on <= now() - make_interval(secs => 3 * heartbeat_seconds)
        and heartbeat_on > now() - interval '1 day') as vanished
    from job.instance where stopped_on is null`.execute(db)
  return onlyRow(rows)
}
