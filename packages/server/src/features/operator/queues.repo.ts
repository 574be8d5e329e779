/** SQL of the job engine's tables, as operators look at them. */
import type { QueueState } from '@inlet/contract/workspace'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { deadLetterQueue } from '../../platform/jobs/job.ts'
import { isSilentJob } from '../../platform/jobs/live-job.ts'

/** As the engine's index has it: said by a comparison, PostgreSQL would read all jobs of a week. */
const isLive = sql<boolean>`state in ('created', 'retry', 'active')`

export async function listQueueStates(db: Db): Promise<QueueState[]> {
  const { rows } = await sql<QueueState>`
    select q.name, live.running, live.waiting, live.delayed, dead.failed, live.oldest_waiting_seconds,
      live.oldest_running_seconds
    from job.queue q
      cross join lateral (
        select count(*) filter (where state = 'active') as running,
          count(*) filter (where state = 'created' and start_after <= now()) as waiting,
          count(*) filter (where state = 'retry' or (state = 'created' and start_after > now())) as delayed,
          floor(extract(epoch from now() - min(created_on) filter (where state = 'created' and start_after <= now())))::int
            as oldest_waiting_seconds,
          floor(extract(epoch from now() - min(started_on) filter (where state = 'active')))::int
            as oldest_running_seconds
        from job.job where job.name = q.name and ${isLive}) live
      cross join lateral (
        select count(*) as failed from job.job
        where job.name = ${deadLetterQueue} and state = 'created' and source_name = q.name) dead
    where q.name <> ${deadLetterQueue} and q.name not like '\\_\\_%' order by q.name`.execute(db)
  return rows
}

export async function countDeadLetters(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from job.job where name = ${deadLetterQueue} and state = 'created'`.execute(db)
  return rows[0]?.count ?? 0
}

export interface JobRow {
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

const stuck = sql`${isLive} and name <> ${deadLetterQueue} and (state = 'retry' or ${isSilentJob})`

export async function listStuck(db: Db, limit: number): Promise<JobRow[]> {
  const { rows } = await sql<JobRow>`
    select id::text as id, name as queue, singleton_key as subject, retry_count + 1 as attempt,
      retry_limit + 1 as max_attempts, started_on as started_at, heartbeat_on as last_sign_at,
      case when state = 'retry' then start_after end as next_attempt_at, ${reasonOf(sql`output`)} as reason,
      created_on as created_at, created_on::text as cursor_at
    from job.job where ${stuck} order by created_on limit ${limit}`.execute(db)
  return rows
}

export async function countStuck(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from job.job where ${stuck}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Takes it away from a silent worker, whose attempt can no longer end it, and lets it be taken at once. */
export async function requeueStuck(tx: Tx, jobId: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    update job.job set state = 'retry', start_after = now() where id = ${jobId}::uuid and ${stuck} returning name`.execute(
    tx,
  )
  return rows[0]?.name
}

export interface LetterCursor {
  at: string
  id: string
}

export async function listDeadLetters(
  db: Db,
  { after, limit }: { after: LetterCursor | undefined; limit: number },
): Promise<JobRow[]> {
  const rest = after ? sql`and (created_on, id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``
  const { rows } = await sql<JobRow>`
    select id::text as id, coalesce(source_name, 'unknown') as queue, singleton_key as subject,
      coalesce(source_retry_count, 0) + 1 as attempt, coalesce(source_retry_count, 0) + 1 as max_attempts,
      null::timestamptz as started_at, null::timestamptz as last_sign_at, null::timestamptz as next_attempt_at,
      ${reasonOf(sql`source_output`)} as reason, created_on as created_at, created_on::text as cursor_at
    from job.job where name = ${deadLetterQueue} and state = 'created' ${rest}
    order by created_on desc, id desc limit ${limit}`.execute(db)
  return rows
}

export async function deleteDeadLetters(tx: Tx, ids: readonly string[]): Promise<number> {
  const { rows } = await sql`
    delete from job.job where name = ${deadLetterQueue} and id = any (${[...ids]}::uuid[]) and state = 'created'
    returning id`.execute(tx)
  return rows.length
}
