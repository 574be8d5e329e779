/** SQL of recordings that are transcribed again. */
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { endedByMachineFault, hasLiveJob, type StuckReason } from '../../platform/jobs/live-job.ts'
import type { Failure } from '../document-processing/document-processing.public.ts'
import { isDeleted } from '../projects/projects.public.ts'
import { transcribeAgainJob } from './transcribe-again.job.ts'

/** False if one is under way. A failed one is replaced. */
export async function insertRequest(
  tx: Tx,
  { recordingId, language, userId }: { recordingId: number; language: string; userId: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into transcription_request (recording_id, language, requested_by)
    values (${recordingId}, ${language}, ${userId})
    on conflict (recording_id) do update set language = excluded.language, requested_by = excluded.requested_by,
      requested_at = now(), percent = 0, seconds_left = null, failure_code = null, failure_message = null
    where transcription_request.failure_code is not null
    returning recording_id`.execute(tx)
  return rows.length > 0
}

export interface TranscriptionRequest {
  recordingId: number
  language: string
  teamId: number
  renditionKey: string
  renditionType: string
}

const isLive = sql<boolean>`q.failure_code is null`

/** Undefined if it was withdrawn or has failed, or the recording is in the trash. */
export async function findRequest(db: Db, recordingId: number): Promise<TranscriptionRequest | undefined> {
  const { rows } = await sql<TranscriptionRequest>`
    select q.recording_id as "recordingId", q.language, owner.team_id as "teamId", r.rendition_key as "renditionKey",
      r.rendition_type as "renditionType"
    from transcription_request q join recording r on r.id = q.recording_id
      join lateral (
        select f.team_id, f.project_id from file f where f.recording_id = r.id
        union all
        select s.team_id, s.project_id from survey_media m join survey s on s.id = m.survey_id where m.recording_id = r.id
      ) owner on not ${isDeleted(sql`owner.project_id`)}
    where q.recording_id = ${recordingId} and ${isLive}`.execute(db)
  return rows[0]
}

/** Like `findRequest`; it is not withdrawn until the transaction ends. */
export async function lockRequest(tx: Tx, recordingId: number): Promise<TranscriptionRequest | undefined> {
  await sql`select from transcription_request where recording_id = ${recordingId} for update`.execute(tx)
  return findRequest(tx, recordingId)
}

export async function reportRequest(
  db: Db,
  recordingId: number,
  { percent, secondsLeft }: { percent: number; secondsLeft: number | null },
): Promise<void> {
  await sql`
    update transcription_request q set percent = ${percent}, seconds_left = ${secondsLeft}
    where q.recording_id = ${recordingId} and ${isLive}`.execute(db)
}

export async function failRequest(tx: Tx, recordingId: number, { code, message }: Failure): Promise<void> {
  await sql`
    update transcription_request q set failure_code = ${code}, failure_message = ${message}, seconds_left = null
    where q.recording_id = ${recordingId} and ${isLive}`.execute(tx)
}

export async function deleteRequest(tx: Tx, recordingId: number): Promise<boolean> {
  const { rows } = await sql`
    delete from transcription_request where recording_id = ${recordingId} returning recording_id`.execute(tx)
  return rows.length > 0
}

/** Fails requests whose job is gone. */
export async function failStuckRequests(
  db: Db,
  { code, message }: Failure,
  reason: StuckReason,
): Promise<number> {
  const key = sql`q.recording_id::text`
  const { rows } = await sql`
    update transcription_request q set failure_code = ${code}, failure_message = ${message}, seconds_left = null
    where ${isLive} and q.requested_at < now() - interval '1 minute' and not ${hasLiveJob(transcribeAgainJob, key)}
      and (${reason === 'any'} or ${endedByMachineFault(transcribeAgainJob, key)})
    returning q.recording_id`.execute(db)
  return rows.length
}
