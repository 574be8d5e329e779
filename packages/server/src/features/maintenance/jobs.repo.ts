/** SQL of jobs as the operator sees them. */
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { deadLetterQueue } from '../../platform/jobs/job.ts'

/** `dead`: all attempts are used up. The engine keeps the job for a week, and its dead letter for a year. */
export const jobStates = ['waiting', 'retry', 'running', 'completed', 'cancelled', 'failed', 'dead'] as const
export type JobState = (typeof jobStates)[number]

const isDeadLetter = sql<boolean>`j.name = ${deadLetterQueue}`

const stateOf: RawBuilder<JobState> = sql`case when ${isDeadLetter} then 'dead'
  else case j.state::text when 'created' then 'waiting' when 'active' then 'running' else j.state::text end end`

export interface JobRow {
  id: string
  kind: string
  state: JobState
  /** Of the record it works on. */
  key: string | null
  attempts: string
  created_at: Date
  /** When the attempt at hand began, or the next one will. */
  at: Date | null
  error: string | null
}

const columns = sql`
  j.id, coalesce(j.source_name, j.name) as kind, ${stateOf} as state, j.singleton_key as key,
  case when ${isDeadLetter} then coalesce(j.source_retry_count, 0) + 1
    else j.retry_count + case when j.state in ('created', 'retry') then 0 else 1 end end
    || ' of ' || case when ${isDeadLetter} then coalesce(j.source_retry_count, 0) else j.retry_limit end + 1 as attempts,
  coalesce(j.source_created_on, j.created_on) as created_at,
  case when j.state in ('created', 'retry') and not ${isDeadLetter} then j.start_after else coalesce(j.completed_on, j.started_on) end as at,
  left(coalesce(j.output, j.source_output) ->> 'message', 200) as error`

export interface JobFilter {
  states: readonly JobState[]
  kind?: string | undefined
  limit: number
}

export async function listJobs(db: Db, { states, kind, limit }: JobFilter): Promise<JobRow[]> {
  const { rows } = await sql<JobRow>`
    select ${columns} from job.job j
    where ${stateOf} = any (${[...states]}::text[])
      and (${kind ?? null}::text is null or coalesce(j.source_name, j.name) = ${kind ?? null})
    order by j.created_on, j.id limit ${limit}`.execute(db)
  return rows
}

export interface StoredJob {
  id: string
  queue: string
  kind: string
  state: JobState
  key: string | null
  group_id: string | null
  data: object
}

/** Locked, so that two operators do not retry it at the same time. */
export async function lockJob(tx: Tx, id: string): Promise<StoredJob | undefined> {
  const { rows } = await sql<StoredJob>`
    select j.id, j.name as queue, coalesce(j.source_name, j.name) as kind, ${stateOf} as state, j.singleton_key as key,
      j.group_id, j.data
    from job.job j where j.id = ${id} for update`.execute(tx)
  return rows[0]
}

/** Only jobs whose attempts are used up or that were cancelled; the newest of each record. */
export async function listEndedJobIds(db: Db, kind: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct on (j.singleton_key) j.id from job.job j
    where (j.name = ${kind} and j.state in ('failed', 'cancelled')) or (${isDeadLetter} and j.source_name = ${kind})
    order by j.singleton_key, j.created_on desc`.execute(db)
  return rows.map(({ id }) => id)
}

export async function startWaitingJobNow(tx: Tx, { queue, id }: StoredJob): Promise<void> {
  await sql`
    update job.job set start_after = now() where name = ${queue} and id = ${id} and state < 'active'
      and start_after > now()`.execute(tx)
}

/** The ended job and its dead letter make way for the new one, so that nothing is retried twice. */
export async function deleteEndedJobs(tx: Tx, { kind, key }: StoredJob): Promise<void> {
  await sql`
    delete from job.job j where coalesce(j.source_name, j.name) = ${kind} and j.singleton_key is not distinct from ${key}
      and (j.state in ('failed', 'cancelled') or ${isDeadLetter})`.execute(tx)
}

/** False when it is not waiting or running. A running attempt notices with its next heartbeat. */
export async function cancelWaitingOrRunning(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    update job.job set state = 'cancelled', completed_on = now()
    where id = ${id} and state < 'completed' and name <> ${deadLetterQueue} returning id`.execute(db)
  return rows.length > 0
}

/**
 * Puts the record of an ended job back to work. Only one that was given up is: where the file itself was at fault,
 * another attempt would end the same way. Returns the kind of job that it needs: what an attempt before had made of a
 * private recording is gone, so that it begins with its upload.
 */
export async function reviveRecord(tx: Tx, kind: string, key: string): Promise<string> {
  const id = Number(key)
  if (kind === 'process-insight') {
    await sql`
      update insight set phase = 'processing', failure_code = null, failure_message = null, completed_at = null,
        started_at = now()
      where id = ${id} and phase = 'failed' and failure_code = 'gave_up'`.execute(tx)
  } else if (kind === 'process-file' || kind === 'transcribe-file' || kind === 'protect-file') {
    const { rows } = await sql<Revived>`
      update file set status = 'processing', failure_code = null, failure_message = null, completed_at = null,
        started_at = now()
      where id = ${id} and status = 'error' and failure_code = 'gave_up' and original_deleted_at is null
      returning ${hasNothing} as "hasNothing"`.execute(tx)
    if (rows[0]?.hasNothing) return 'process-file'
  } else if (kind === 'process-media' || kind === 'transcribe-media' || kind === 'protect-media') {
    const { rows } = await sql<Revived>`
      update survey_media set recording_failure_code = null, recording_failure_message = null, linked_at = now()
      where id = ${id} and recording_failure_code = 'gave_up' and original_deleted_at is null
      returning ${hasNothing} as "hasNothing"`.execute(tx)
    if (rows[0]?.hasNothing) return 'process-media'
  } else if (kind === 'import-survey') {
    await sql`
      update survey_part p set status = 'UPLOADED' from survey s
      where s.id = ${id} and p.survey_id = s.id and p.status = 'FAILED' and p.object_key is not null
        and s.status = 'FAILED' and s.error_details ->> 'code' = 'gave_up'`.execute(tx)
    await sql`
      update survey set status = 'VALIDATING', error_details = '{}', started_at = now()
      where id = ${id} and status = 'FAILED' and error_details ->> 'code' = 'gave_up'`.execute(tx)
  }
  return kind
}

interface Revived {
  hasNothing: boolean
}

const hasNothing = sql<boolean>`recording_id is null and closed_recording_id is null`
