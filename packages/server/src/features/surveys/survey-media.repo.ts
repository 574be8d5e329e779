/** SQL of the media of survey uploads. All that writes is called under `lockSurvey`. */
import type { MediaStatus } from '@inlet/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { PinnedObject } from '../../platform/object-store/object-store.ts'
import { privacySnapshot } from '../projects/projects.public.ts'

export interface Media {
  filename: string
  status: MediaStatus
  upload_key: string
  /** The uploaded object while it is only pinned, and a copy of ours once it is taken over. */
  object_key: string | null
}

/** The files that a complete waits for: neither linked nor given up. */
export async function listOpenMedia(db: Db, surveyId: number): Promise<Media[]> {
  const { rows } = await sql<Media>`
    select filename, status, upload_key, object_key from survey_media
    where survey_id = ${surveyId} and status in ('PENDING', 'UPLOADED') order by id`.execute(db)
  return rows
}

export async function findMedia(tx: Tx, surveyId: number, filename: string): Promise<Media | undefined> {
  const { rows } = await sql<Media>`
    select filename, status, upload_key, object_key from survey_media
    where survey_id = ${surveyId} and filename = ${filename}`.execute(tx)
  return rows[0]
}

/** Adds the names that are new; returns those whose file has not come, in the order they were given. */
export async function insertMedia(
  tx: Tx,
  surveyId: number,
  media: readonly { filename: string; uploadKey: string }[],
): Promise<Media[]> {
  const filenames = media.map(({ filename }) => filename)
  await sql`
    insert into survey_media (survey_id, filename, upload_key, privacy)
    select ${surveyId}, filename, upload_key,
      (select ${privacySnapshot} from survey s join project p on p.id = s.project_id where s.id = ${surveyId})
    from unnest(${filenames}::text[], ${media.map(({ uploadKey }) => uploadKey)}::text[])
      with ordinality as m (filename, upload_key, i) order by i
    on conflict (survey_id, filename) do nothing`.execute(tx)
  const { rows } = await sql<Media>`
    select m.filename, m.status, m.upload_key, m.object_key
    from unnest(${filenames}::text[]) with ordinality as given (filename, i)
      join survey_media m on m.survey_id = ${surveyId} and m.filename = given.filename
    where m.status = 'PENDING' order by given.i`.execute(tx)
  return rows
}

/** Pins what was seen; returns how many files it was news for. */
export async function markMediaUploaded(
  tx: Tx,
  surveyId: number,
  objects: readonly PinnedObject[],
): Promise<number> {
  return pinMedia(tx, surveyId, objects, ['PENDING'])
}

/** A complete pins what lies there now, also where an older state was pinned before. */
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

/** Their objects are gone again before anybody could take them over. */
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

export async function resetMedia(
  tx: Tx,
  surveyId: number,
  filename: string,
  uploadKey: string,
): Promise<void> {
  await sql`
    update survey_media set status = 'PENDING', upload_key = ${uploadKey}, object_key = null, object_etag = null,
      object_bytes = null, failure_code = null, failure_message = null
    where survey_id = ${surveyId} and filename = ${filename} and status in ('PENDING', 'FAILED')`.execute(tx)
}
