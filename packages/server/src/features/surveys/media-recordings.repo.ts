/** SQL of the recordings made of linked media. */
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { hasLiveJob } from '../../platform/jobs/live-job.ts'
import type { PinnedObject } from '../../platform/object-store/object-store.ts'
import type { Failure } from '../extraction/extraction.public.ts'
import { type PrivacySnapshot, privacySnapshot } from '../projects/projects.public.ts'
import {
  type GivenUp,
  type OpenedRecord,
  type RecordingToProtect,
  type RecordingToTranscribe,
  takeGivenUp,
} from '../recordings/recordings.public.ts'
import { processMedia } from './process-media.job.ts'
import { protectMedia } from './protect-media.job.ts'
import { transcribeMedia } from './transcribe-media.job.ts'

export interface MediaToProcess {
  teamId: number
  /** In which the project of the survey speaks. */
  language: string
  fileName: string
  /** Null where nothing has to be protected. */
  privacy: PrivacySnapshot['settings'] | null
  object: PinnedObject
}

/** A file that an older release registered goes by the settings its project has when the work starts. */
async function fixPrivacy(db: Db, mediaId: number): Promise<void> {
  await sql`
    update survey_media m set privacy = ${privacySnapshot} from survey s join project p on p.id = s.project_id
    where m.id = ${mediaId} and s.id = m.survey_id and m.privacy is null and m.recording_id is null`.execute(
    db,
  )
}

const settingsToApply = sql`case when (m.privacy ->> 'is_on')::boolean then m.privacy -> 'settings' end`

/** Undefined when there is nothing left to do. */
export async function findMediaToProcess(db: Db, mediaId: number): Promise<MediaToProcess | undefined> {
  await fixPrivacy(db, mediaId)
  const { rows } = await sql<{
    team_id: number
    transcript_language: string
    filename: string
    privacy: PrivacySnapshot['settings'] | null
    object_key: string
    object_etag: string
    object_bytes: number
  }>`
    select s.team_id, p.transcript_language, m.filename, ${settingsToApply} as privacy, m.object_key, m.object_etag, m.object_bytes
    from survey_media m join survey s on s.id = m.survey_id join project p on p.id = s.project_id
    where m.id = ${mediaId} and ${isUnheard} and m.recording_id is null and m.closed_recording_id is null`.execute(
    db,
  )
  const [row] = rows
  return (
    row && {
      teamId: row.team_id,
      language: row.transcript_language,
      fileName: row.filename,
      privacy: row.privacy,
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

/** Kept where nobody is shown it, until it is protected. */
export async function keepClosedMedia(tx: Tx, mediaId: number, recordingId: number): Promise<boolean> {
  const { rows } = await sql`
    update survey_media m set closed_recording_id = ${recordingId}
    where m.id = ${mediaId} and ${isUnheard} and m.recording_id is null and m.closed_recording_id is null
    returning m.id`.execute(tx)
  return rows.length > 0
}

/** Undefined when it no longer waits. The closed recording is the caller's from here on. */
export async function openProtectedMedia(
  tx: Tx,
  mediaId: number,
  recordingId: number,
): Promise<OpenedRecord | undefined> {
  const { rows } = await sql<OpenedRecord>`
    update survey_media m set recording_id = ${recordingId}, closed_recording_id = null,
      original_deleted_at = case when t.deletes_originals then now() end
    from survey s join team t on t.id = s.team_id
    where m.id = ${mediaId} and s.id = m.survey_id and ${isUnheard} and m.closed_recording_id is not null
    returning case when t.deletes_originals then array[m.object_key, m.upload_key] else '{}' end as "originalKeys"`.execute(
    tx,
  )
  return rows[0]
}

/** Of media whose recording failed. */
export function takeClosedMedia(tx: Tx, limit: number, mediaId: number | null = null): Promise<GivenUp> {
  return takeGivenUp(
    tx,
    'survey_media',
    sql`
      select m.id, m.closed_recording_id, m.object_key, m.upload_key, t.deletes_originals
      from survey_media m join survey s on s.id = m.survey_id join team t on t.id = s.team_id
      where m.recording_failure_code is not null and (${mediaId}::bigint is null or m.id = ${mediaId})
        and (m.closed_recording_id is not null or (t.deletes_originals and (m.privacy ->> 'is_on')::boolean
          and m.original_deleted_at is null))
      order by m.id limit ${limit} for update of m skip locked`,
  )
}

/** Undefined when there is nothing left to do. */
export async function findMediaToTranscribe(
  db: Db,
  mediaId: number,
): Promise<RecordingToTranscribe | undefined> {
  const { rows } = await sql<RecordingToTranscribe>`
    select r.id as "recordingId", s.team_id as "teamId", p.transcript_language as language,
      m.closed_recording_id is not null as "isPrivate"
    from survey_media m join recording r on r.id = coalesce(m.closed_recording_id, m.recording_id)
      join survey s on s.id = m.survey_id join project p on p.id = s.project_id
    where m.id = ${mediaId} and ${isUnheard} and r.speech_key is not null`.execute(db)
  return rows[0]
}

/** Undefined when there is nothing left to do. */
export async function findMediaToProtect(db: Db, mediaId: number): Promise<RecordingToProtect | undefined> {
  const { rows } = await sql<RecordingToProtect>`
    select m.closed_recording_id as "recordingId", s.team_id as "teamId", p.transcript_language as language,
      m.privacy -> 'settings' as settings
    from survey_media m join survey s on s.id = m.survey_id join project p on p.id = s.project_id
    where m.id = ${mediaId} and ${isUnheard} and m.closed_recording_id is not null`.execute(db)
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
      and not ${hasLiveJob(protectMedia, sql`m.id::text`)}
    returning m.id`.execute(db)
  return rows.length
}
