/** SQL of media files as exports contain them and imports of bundles restore them. */
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { onlyRow } from '../../../platform/db/only-row.ts'
import type { PinnedObject } from '../../../platform/object-store/object-store.ts'
import { newAcceptedKey, newUploadKey } from '../../uploads/uploads.public.ts'
import { keptMark } from './survey-media.repo.ts'

/** Times have microseconds. Columns that name objects or other rows are not exported. */
export interface StoredMedia {
  filename: string
  sent_name: string | null
  converted_from: string | null
  status: 'PENDING' | 'UPLOADED' | 'LINKED' | 'FAILED'
  media_level: 'RESPONDENT' | 'RESPONSE' | null
  response_id: number | null
  respondent_id: number | null
  object_bytes: number | null
  failure_code: string | null
  failure_message: string | null
  recording_failure_code: string | null
  recording_failure_message: string | null
  privacy: object | null
  original_deleted_at: string | null
  linked_at: string | null
  created_at: string
}

export async function readStoredMedia(db: Db, mediaId: number): Promise<StoredMedia> {
  const { rows } = await sql<{ stored: StoredMedia }>`
    select to_jsonb(x) as stored from (
      select filename, sent_name, converted_from, status, media_level, response_id, respondent_id, object_bytes,
        failure_code, failure_message, recording_failure_code, recording_failure_message, privacy, original_deleted_at,
        linked_at, created_at
      from survey_media where id = ${mediaId}) x`.execute(db)
  return onlyRow(rows).stored
}

/** A linked file whose original is not in the bundle is like one whose original was deleted. */
export async function restoreMedia(
  tx: Tx,
  surveyId: number,
  {
    stored,
    original,
    recordingId,
  }: { stored: StoredMedia; original: PinnedObject | null; recordingId: number | null },
): Promise<void> {
  const isLinked = stored.status === 'LINKED'
  const key = original?.key ?? (isLinked ? newAcceptedKey() : null)
  await sql`
    insert into survey_media (survey_id, upload_key, object_key, object_etag, recording_id, filename, sent_name,
      converted_from, status, media_level, response_id, respondent_id, object_bytes, failure_code, failure_message,
      recording_failure_code, recording_failure_message, privacy, original_deleted_at, linked_at, created_at)
    select ${surveyId}, ${newUploadKey()}, ${key}, ${original?.etag ?? null}, ${recordingId}, filename, sent_name,
      converted_from, status, media_level, response_id, respondent_id,
      coalesce(${original?.bytes ?? null}::bigint, case when object_bytes >= 0 then object_bytes end), failure_code,
      failure_message, recording_failure_code, recording_failure_message, privacy,
      case when ${original === null && isLinked} then coalesce(original_deleted_at, now()) end, linked_at, created_at
    from jsonb_populate_record(null::survey_media, ${JSON.stringify(stored)}::jsonb)`.execute(tx)
}

/** A file that is being replaced refers to its replacement again. */
export async function restoreReplacements(tx: Tx, surveyId: number): Promise<void> {
  await sql`
    update survey_media kept set superseded_by = m.id from survey_media m
    where kept.survey_id = ${surveyId} and m.survey_id = ${surveyId} and kept.status = 'LINKED'
      and kept.filename = ${keptMark} || m.filename`.execute(tx)
}
