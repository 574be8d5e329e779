/** SQL of survey media. Writes must be called under `lockSurvey`. */
import type { MediaStatus } from '@inlet/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { onlyRow } from '../../../platform/db/only-row.ts'
import type { PinnedObject } from '../../../platform/object-store/object-store.ts'
import { privacySnapshot } from '../../projects/projects.public.ts'
import type { MediaName } from '../survey.policy.ts'

/** Prefix of the filename of a row that is being replaced. No name may contain it, so the real name stays free. */
export const keptMark = '\u0001'

export interface Media {
  id: number
  /** As sent by the client. */
  filename: string
  /** NFC-normalized name, used for comparison. */
  key: string
  convertedFrom: string | null
  status: MediaStatus
  hasFailedRecording: boolean
  media_key: string
  upload_key: string
  /** The pinned upload, and after acceptance our copy. */
  object_key: string | null
}

/** The key of a row of `survey_media m` or `deleted_media m`: the expression of the unique index. */
export const mediaKey = sql`coalesce(m.key, md5('survey_media ' || m.id::text)::uuid)`

const mediaColumns = sql`m.id, coalesce(m.sent_name, m.filename) as filename, m.filename as key,
  m.converted_from as "convertedFrom", m.status, m.recording_failure_code is not null as "hasFailedRecording",
  ${mediaKey} as media_key, m.upload_key, m.object_key`

/** Files that a complete requires: neither linked nor failed. */
export async function listOpenMedia(db: Db, surveyId: number): Promise<Media[]> {
  const { rows } = await sql<Media>`
    select ${mediaColumns} from survey_media m
    where m.survey_id = ${surveyId} and m.status in ('PENDING', 'UPLOADED') order by m.id`.execute(db)
  return rows
}

export async function findMediaByKey(db: Db, surveyId: number, key: string): Promise<Media | undefined> {
  const { rows } = await sql<Media>`
    select ${mediaColumns} from survey_media m where m.survey_id = ${surveyId} and ${mediaKey} = ${key}::uuid`.execute(
    db,
  )
  return rows[0]
}

/** False when the file no longer awaits an upload to the first key. */
export async function replaceMediaUpload(
  tx: Tx,
  mediaId: number,
  from: string,
  to: string,
): Promise<boolean> {
  const { rows } = await sql`
    update survey_media set upload_key = ${to}
    where id = ${mediaId} and status = 'PENDING' and upload_key = ${from} returning id`.execute(tx)
  return rows.length > 0
}

export async function findMedia(db: Db, surveyId: number, key: string): Promise<Media | undefined> {
  const { rows } = await sql<Media>`
    select ${mediaColumns} from survey_media m where m.survey_id = ${surveyId} and m.filename = ${key}`.execute(
    db,
  )
  return rows[0]
}

/**
 * Adds new names and returns those without an upload, in the given order. A name that is registered again in another
 * normalization form takes that form.
 */
export async function insertMedia(
  tx: Tx,
  surveyId: number,
  media: readonly (MediaName & { uploadKey: string })[],
): Promise<Media[]> {
  const keys = media.map(({ key }) => key)
  await sql`
    insert into survey_media (survey_id, filename, sent_name, upload_key, privacy)
    select ${surveyId}, given.key, nullif(given.name, given.key), given.upload_key,
      (select ${privacySnapshot} from survey s join project p on p.id = s.project_id where s.id = ${surveyId})
    from unnest(${keys}::text[], ${media.map(({ filename }) => filename)}::text[],
      ${media.map(({ uploadKey }) => uploadKey)}::text[]) with ordinality as given (key, name, upload_key, i)
    where not exists (
      select from survey_media kept where kept.survey_id = ${surveyId} and kept.filename = ${keptMark} || given.key)
    order by given.i
    on conflict (survey_id, filename) do update set sent_name = excluded.sent_name
      where survey_media.status = 'PENDING'`.execute(tx)
  return listPendingMedia(tx, surveyId, keys)
}

/** Those of the names that are registered and not uploaded, in the given order. */
export async function listPendingMedia(db: Db, surveyId: number, keys: readonly string[]): Promise<Media[]> {
  const { rows } = await sql<Media>`
    select ${mediaColumns} from unnest(${[...keys]}::text[]) with ordinality as given (key, i)
      join survey_media m on m.survey_id = ${surveyId} and m.filename = given.key
    where m.status = 'PENDING' order by given.i`.execute(db)
  return rows
}

export async function countMedia(tx: Tx, surveyId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from survey_media where survey_id = ${surveyId}`.execute(tx)
  return onlyRow(rows).n
}

/** Pins the uploads found; returns the number of newly found files. */
export async function markMediaUploaded(
  tx: Tx,
  surveyId: number,
  objects: readonly PinnedObject[],
): Promise<number> {
  return pinMedia(tx, surveyId, objects, ['PENDING'])
}

/** A complete pins the current upload, even if an earlier one was pinned. */
export async function repinMedia(tx: Tx, surveyId: number, objects: readonly PinnedObject[]): Promise<void> {
  await pinMedia(tx, surveyId, objects, ['PENDING', 'UPLOADED'])
}

async function pinMedia(
  tx: Tx,
  surveyId: number,
  objects: readonly PinnedObject[],
  from: readonly MediaStatus[],
): Promise<number> {
  const { rows } = await sql`
    update survey_media m set status = 'UPLOADED', object_key = o.key, object_etag = o.etag, object_bytes = o.bytes
    from unnest(${objects.map(({ key }) => key)}::text[], ${objects.map(({ etag }) => etag)}::text[],
      ${objects.map(({ bytes }) => bytes)}::bigint[]) as o (key, etag, bytes)
    where m.survey_id = ${surveyId} and m.upload_key = o.key and m.status = any (${[...from]}::text[])
    returning m.id`.execute(tx)
  return rows.length
}

/** Their objects disappeared before they could be accepted. */
export async function markMediaPending(
  tx: Tx,
  surveyId: number,
  uploadKeys: readonly string[],
): Promise<void> {
  await sql`
    update survey_media set status = 'PENDING', object_key = null, object_etag = null, object_bytes = null
    where survey_id = ${surveyId} and status = 'UPLOADED' and object_key = upload_key
      and upload_key = any (${[...uploadKeys]}::text[])`.execute(tx)
}

export interface Replacement extends MediaName {
  convertedFrom: string | null
  uploadKey: string
}

/** Resets the file under the name of the replacement. */
export async function resetMedia(tx: Tx, mediaId: number, next: Replacement): Promise<void> {
  await sql`
    update survey_media set status = 'PENDING', upload_key = ${next.uploadKey}, object_key = null, object_etag = null,
      object_bytes = null, failure_code = null, failure_message = null, filename = ${next.key},
      sent_name = nullif(${next.filename}, ${next.key}), converted_from = ${next.convertedFrom}
    where id = ${mediaId} and status in ('PENDING', 'FAILED')`.execute(tx)
}
