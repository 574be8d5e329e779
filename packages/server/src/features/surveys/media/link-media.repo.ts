/** SQL of linking media files to respondents. */
import type { MediaConfig } from '@inlet/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import type { PinnedObject } from '../../../platform/object-store/object-store.ts'
import { pinnedObject } from '../../../platform/object-store/pinned-object.ts'
import type { MediaFailure, MediaFile } from './media-matching.ts'

export interface UploadedMedia extends MediaFile {
  object: PinnedObject | null
}

/** Undefined when the survey no longer exists. */
export async function findMediaConfig(
  db: Db,
  surveyId: number,
): Promise<{ id: number; teamId: number; mediaConfig: MediaConfig | null } | undefined> {
  const { rows } = await sql<{ id: number; teamId: number; mediaConfig: MediaConfig | null }>`
    select id, team_id as "teamId", media_config as "mediaConfig" from survey where id = ${surveyId}`.execute(
    db,
  )
  return rows[0]
}

export async function listUploadedMedia(db: Db, surveyId: number, limit: number): Promise<UploadedMedia[]> {
  const { rows } = await sql<{
    id: number
    filename: string
    convertedFrom: string | null
    key: string | null
    etag: string | null
    bytes: number | null
  }>`
    select id, filename, converted_from as "convertedFrom", object_key as key, object_etag as etag, object_bytes as bytes
    from survey_media
    where survey_id = ${surveyId} and status = 'UPLOADED' order by id limit ${limit}`.execute(db)
  return rows.map(({ id, filename, convertedFrom, key, etag, bytes }) => ({
    id,
    filename,
    convertedFrom,
    object: pinnedObject(key, etag, bytes),
  }))
}

/**
 * True when no file is waiting. Marking a file as uploaded and enqueueing its linking also locks the survey, so a late
 * file is either seen here, or its caller finds the job ended and enqueues another.
 */
export async function isMediaSettled(tx: Tx, surveyId: number): Promise<boolean> {
  await sql`select from survey where id = ${surveyId} for update`.execute(tx)
  const { rows } = await sql`
    select from survey_media where survey_id = ${surveyId} and status = 'UPLOADED' limit 1`.execute(tx)
  return rows.length === 0
}

export async function failMedia(
  tx: Tx,
  failed: readonly { id: number; failure: MediaFailure }[],
): Promise<void> {
  await sql`
    update survey_media set status = 'FAILED', failure_code = given.code, failure_message = given.message
    from unnest(${failed.map(({ id }) => id)}::bigint[], ${failed.map(({ failure }) => failure.code)}::text[],
      ${failed.map(({ failure }) => failure.message)}::text[]) as given (id, code, message)
    where survey_media.id = given.id and survey_media.status = 'UPLOADED'`.execute(tx)
}

export interface LinkedMedia {
  id: number
  /** The accepted copy; its ETag may differ from that of the upload. */
  object: PinnedObject
  responseId: number | null
  respondentId: number | null
}

/** Returns the ids of files that were still waiting. */
export async function markLinked(tx: Tx, linked: readonly LinkedMedia[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update survey_media set status = 'LINKED', linked_at = now(), object_key = given.object_key,
      object_etag = given.object_etag, response_id = given.response_id, respondent_id = given.respondent_id,
      media_level = case when given.response_id is null then 'RESPONDENT' else 'RESPONSE' end
    from unnest(${linked.map(({ id }) => id)}::bigint[], ${linked.map(({ object }) => object.key)}::text[],
      ${linked.map(({ object }) => object.etag)}::text[], ${linked.map(({ responseId }) => responseId)}::int[],
      ${linked.map(({ respondentId }) => respondentId)}::int[])
      as given (id, object_key, object_etag, response_id, respondent_id)
    where survey_media.id = given.id and survey_media.status = 'UPLOADED'
    returning survey_media.id`.execute(tx)
  return rows.map(({ id }) => id)
}
