/** SQL that erases people and surveys. */
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { hasLiveJob } from '../../../platform/jobs/live-job.ts'
import { deleteSurveyFiles } from '../../files/files.public.ts'
import { indexNotes } from '../../responses/responses.public.ts'
import { importSurvey } from '../import/import-survey.job.ts'
import { linkMedia } from '../media/link-media.job.ts'

/**
 * Undefined when the survey no longer exists. A running job might write data that is being erased; under the lock, no job
 * can be enqueued.
 */
export async function lockToErase(tx: Tx, surveyId: number): Promise<{ isBusy: boolean } | undefined> {
  await sql`select from survey where id = ${surveyId} for update`.execute(tx)
  const { rows } = await sql<{ isBusy: boolean }>`
    select s.status in ('VALIDATING', 'PROCESSING') or ${hasLiveJob(importSurvey, sql`s.id::text`)}
      or ${hasLiveJob(linkMedia, sql`s.id::text`)} or ${hasLiveJob(indexNotes, sql`s.id::text`)} as "isBusy"
    from survey s where s.id = ${surveyId}`.execute(tx)
  return rows[0]
}

/** Of a survey in the trash, the project that it was deleted from. */
export async function findProjectOf(tx: Tx, surveyId: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select coalesce((select e.project_id from trash_entry e where e.kind = 'survey' and e.record_id = s.id),
      s.project_id) as id
    from survey s where s.id = ${surveyId}`.execute(tx)
  return rows[0]?.id
}

export interface ErasedMedia {
  id: number
  /** The visible recording and the one that is still being protected. */
  recording_ids: number[]
  upload_key: string
  object_key: string | null
}

const erased = sql`id, array_remove(array[recording_id, closed_recording_id], null) as recording_ids, upload_key, object_key`

/**
 * Media files that are linked to the person or named in their answers, together with pending replacements and the files
 * they replace, also in the trash.
 */
export async function deleteMediaOf(
  tx: Tx,
  surveyId: number,
  owner: { respondentIds: readonly number[]; responseIds: readonly number[]; names: readonly string[] },
): Promise<ErasedMedia[]> {
  const { rows } = await sql<ErasedMedia>`
    with owned as (
      select id, superseded_by from survey_media
      where survey_id = ${surveyId} and (respondent_id = any (${[...owner.respondentIds]}::int[])
        or response_id = any (${[...owner.responseIds]}::int[]) or filename = any (${[...owner.names]}::text[])
        or converted_from = any (${[...owner.names]}::text[]))),
    live as (
      delete from survey_media m
      where m.survey_id = ${surveyId} and (m.superseded_by in (select id from owned)
        or m.id in (select id from owned union all select superseded_by from owned where superseded_by is not null))
      returning ${erased}),
    trashed as (
      delete from deleted_media
      where survey_id = ${surveyId} and (respondent_id = any (${[...owner.respondentIds]}::int[])
        or response_id = any (${[...owner.responseIds]}::int[]) or filename = any (${[...owner.names]}::text[])
        or converted_from = any (${[...owner.names]}::text[]))
      returning ${erased})
    select id, recording_ids, upload_key, object_key from live
    union all select id, recording_ids, upload_key, object_key from trashed`.execute(tx)
  return rows
}

export async function deleteAllMedia(tx: Tx, surveyId: number): Promise<ErasedMedia[]> {
  const { rows } = await sql<ErasedMedia>`
    with live as (delete from survey_media where survey_id = ${surveyId} returning ${erased}),
    trashed as (delete from deleted_media where survey_id = ${surveyId} returning ${erased})
    select id, recording_ids, upload_key, object_key from live
    union all select id, recording_ids, upload_key, object_key from trashed`.execute(tx)
  return rows
}

/** From its survey or from the trash. */
export async function deleteMedia(tx: Tx, mediaId: number): Promise<ErasedMedia[]> {
  const { rows } = await sql<ErasedMedia>`
    with live as (delete from survey_media where id = ${mediaId} returning ${erased}),
    trashed as (delete from deleted_media where id = ${mediaId} returning ${erased})
    select id, recording_ids, upload_key, object_key from live
    union all select id, recording_ids, upload_key, object_key from trashed`.execute(tx)
  return rows
}

/** Uploaded files contain the rows of everyone, so they are deleted; retyping rebuilds them from stored rows. */
export async function dropPartObjects(
  tx: Tx,
  surveyId: number,
  partNumbers: readonly number[],
): Promise<string[]> {
  const { rows } = await sql<{ keys: (string | null)[] }>`
    update survey_part p set object_key = null, object_etag = null, object_bytes = null
    from survey_part before
    where p.survey_id = ${surveyId} and p.number = any (${[...partNumbers]}::int[]) and p.status = 'PROCESSED'
      and before.survey_id = p.survey_id and before.number = p.number
    returning array[before.upload_key, before.object_key] as keys`.execute(tx)
  return rows.flatMap(({ keys }) => keys).filter((key) => key !== null)
}

export async function listPartKeys(tx: Tx, surveyId: number): Promise<string[]> {
  const { rows } = await sql<{ key: string | null }>`
    select unnest(array[upload_key, object_key]) as key from survey_part where survey_id = ${surveyId}`.execute(
    tx,
  )
  return rows.map(({ key }) => key).filter((key) => key !== null)
}

export async function listProjectSurveys(db: Db, projectId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from survey where project_id = ${projectId} order by id`.execute(db)
  return rows.map(({ id }) => id)
}

export async function deleteSurvey(tx: Tx, surveyId: number): Promise<void> {
  const { rows } = await sql<{ file_id: number }>`
    delete from survey where id = ${surveyId} returning file_id`.execute(tx)
  await deleteSurveyFiles(
    tx,
    rows.map((row) => row.file_id),
  )
}
