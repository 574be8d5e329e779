/** SQL of the recordings made of linked media. */
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { hasLiveJob } from '../../platform/jobs/live-job.ts'
import type { PinnedObject } from '../../platform/object-store/object-store.ts'
import type { Failure } from '../extraction/extraction.public.ts'
import { processMedia } from './process-media.job.ts'
import { transcribeMedia } from './transcribe-media.job.ts'

export interface MediaToProcess {
  teamId: number
  /** In which the project of the survey speaks. */
  language: string
  fileName: string
  object: PinnedObject
}

/** Undefined when there is nothing left to do. */
export async function findMediaToProcess(db: Db, mediaId: number): Promise<MediaToProcess | undefined> {
  const { rows } = await sql<{
    team_id: number
    transcript_language: string
    filename: string
    object_key: string
    object_etag: string
    object_bytes: number
  }>`
    select s.team_id, p.transcript_language, m.filename, m.object_key, m.object_etag, m.object_bytes
    from survey_media m join survey s on s.id = m.survey_id join project p on p.id = s.project_id
    where m.id = ${mediaId} and ${isUnheard} and m.recording_id is null`.execute(db)
  const [row] = rows
  return (
    row && {
      teamId: row.team_id,
      language: row.transcript_language,
      fileName: row.filename,
      object: { key: row.object_key, etag: row.object_etag, bytes: row.object_bytes },
    }
  )
}

const isUnheard = sql`m.status = 'LINKED' and m.recording_failure_code is null`

export async function keepMediaRecording(tx: Tx, mediaId: number, recordingId: number): Promise<boolean> {
  const { rows } = await sql`
    update survey_media m set recording_id = ${recordingId}
    where m.id = ${mediaId} and ${isUnheard} and m.recording_id is null returning m.id`.execute(tx)
  return rows.length > 0
}

export interface MediaToTranscribe {
  recordingId: number
  teamId: number
  language: string
}

/** Undefined when there is nothing left to do. */
export async function findMediaToTranscribe(db: Db, mediaId: number): Promise<MediaToTranscribe | undefined> {
  const { rows } = await sql<MediaToTranscribe>`
    select m.recording_id as "recordingId", s.team_id as "teamId", p.transcript_language as language
    from survey_media m join recording r on r.id = m.recording_id
      join survey s on s.id = m.survey_id join project p on p.id = s.project_id
    where m.id = ${mediaId} and ${isUnheard} and r.speech_key is not null`.execute(db)
  return rows[0]
}

/** The file stays linked: it is what the respondent sent, heard or not. */
export async function failMediaRecording(tx: Tx, mediaId: number, failure: Failure): Promise<boolean> {
  const { rows } = await sql`
    update survey_media m set recording_failure_code = ${failure.code}, recording_failure_message = ${failure.message}
    where m.id = ${mediaId} and ${isUnheard} returning m.id`.execute(tx)
  return rows.length > 0
}

/** Linked media that nobody works on any more, and of which nothing came. */
export async function failStuckMediaRecordings(db: Db, failure: Failure): Promise<number> {
  const { rows } = await sql`
    update survey_media m set recording_failure_code = ${failure.code}, recording_failure_message = ${failure.message}
    where ${isUnheard} and m.linked_at < now() - interval '1 minute'
      and not exists (select from transcript t where t.recording_id = m.recording_id and t.completed_at is not null)
      and not ${hasLiveJob(processMedia, sql`m.id::text`)} and not ${hasLiveJob(transcribeMedia, sql`m.id::text`)}
    returning m.id`.execute(db)
  return rows.length
}
