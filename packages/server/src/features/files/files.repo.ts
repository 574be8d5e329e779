/** SQL of files, the contract's wav records. */
import type { FileStatus } from '@inlet/contract'
import { sql } from 'kysely'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { onlyRow } from '../../platform/db/only-row.ts'
import type { Page } from '../../platform/http/paging.ts'
import { hasLiveJob } from '../../platform/jobs/live-job.ts'
import type { PinnedObject } from '../../platform/object-store/object-store.ts'
import type { Failure } from '../extraction/extraction.public.ts'
import {
  canOpen,
  isPrivate,
  listNewest,
  type NewestList,
  type PrivacySnapshot,
  privacySnapshot,
} from '../projects/projects.public.ts'
import type { Progress, Stage } from '../recordings/recordings.public.ts'
import type { FileKind } from '../uploads/uploads.public.ts'
import { processFile } from './process-file.job.ts'
import { protectFile } from './protect-file.job.ts'
import { transcribeFile } from './transcribe-file.job.ts'

/** A record that has reached its end is no longer on its way. */
export const atRest = sql`stage = null, percent = null, seconds_left = null`

export interface FileRecord {
  id: number
  key: string
  team_id: number
  project_id: number
  name: string
  kind: FileKind | 'survey'
  status: FileStatus
  /** Null for a survey, whose parts are uploaded elsewhere. */
  upload_key: string | null
  object_key: string | null
  /** Its original is closed; only what protects people may be served. */
  is_private: boolean
  /** What is played, once it may be. */
  rendition_key: string | null
  rendition_type: string | null
  failure_message: string | null
  stage: Stage | null
  percent: number | null
  seconds_left: number | null
  /** What is missing in a result that is good otherwise. */
  notices: string[]
  created_at: Date
}

/** Documents and images have nothing that the settings could act on. */
export const isPrivateFile = sql<boolean>`(f.kind in ('audio', 'video')
  and ${isPrivate(sql`f.privacy`, sql`f.status in ('completed', 'error')`)})`

export interface NewFile {
  projectId: number
  name: string
  extension: string
  kind: FileKind
  uploadKey: string
}

export async function insertFile(db: Db, principal: Principal, file: NewFile): Promise<string> {
  const { rows } = await sql<{ key: string }>`
    insert into file (team_id, project_id, created_by, api_key_id, name, extension, kind, upload_key, privacy)
    select ${principal.teamId}, p.id, ${principal.userId}, ${principal.keyId}, ${file.name}, ${file.extension},
      ${file.kind}, ${file.uploadKey}, ${privacySnapshot}
    from project p where p.id = ${file.projectId}
    returning key`.execute(db)
  return onlyRow(rows).key
}

/** The wav record of a survey: it has no object of its own and is at work until the columns are mapped. */
export async function insertSurveyFile(
  tx: Tx,
  principal: Principal,
  survey: { projectId: number; name: string },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into file (team_id, project_id, created_by, name, extension, kind, status)
    values (${principal.teamId}, ${survey.projectId}, ${principal.userId}, ${survey.name}, 'csv', 'survey', 'processing')
    returning id`.execute(tx)
  return onlyRow(rows).id
}

export async function deleteSurveyFiles(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`delete from file where id = any (${[...ids]}::bigint[]) and kind = 'survey'`.execute(tx)
}

export async function findOpenFile(
  db: Db,
  principal: Principal,
  key: string,
): Promise<FileRecord | undefined> {
  const { rows } = await sql<FileRecord>`
    select f.id, f.key, f.team_id, f.project_id, f.name, f.kind, f.status, f.upload_key, f.object_key,
      ${isPrivateFile} as is_private, r.rendition_key, r.rendition_type, f.failure_message, f.stage, f.percent, f.seconds_left, coalesce(r.notices, x.notices, '{}') as notices,
      f.created_at
    from file f join project p on p.id = f.project_id
      left join recording r on r.id = f.recording_id
      left join extraction x on x.id = f.extraction_id
    where f.key = ${key} and ${canOpen(principal)}`.execute(db)
  return rows[0]
}

export type FileItem = Pick<FileRecord, 'key' | 'name' | 'project_id' | 'status' | 'created_at'>

/** Surveys appear with their wav records. */
const openFiles: NewestList = {
  table: 'file',
  figure: 'files',
  columns: sql`r.key, r.name, r.project_id, r.status, r.created_at`,
}

export const listOpenFiles = (db: Db, principal: Principal, page: Page) =>
  listNewest<FileItem>(db, principal, openFiles, page)

/** False when another call has started it already: only one caller ever gets true. */
export async function startProcessing(tx: Tx, fileId: number, object: PinnedObject): Promise<boolean> {
  const { rows } = await sql`
    update file set status = 'processing', started_at = now(), object_key = ${object.key}, object_etag = ${object.etag},
      object_bytes = ${object.bytes}
    where id = ${fileId} and status = 'pending_upload' returning id`.execute(tx)
  return rows.length > 0
}

export interface FileToProcess {
  id: number
  teamId: number
  /** In which its project speaks. */
  language: string
  extension: string
  kind: FileKind
  /** Null where nothing has to be protected. */
  privacy: PrivacySnapshot['settings'] | null
  object: PinnedObject
}

/** An import that an older release began goes by the settings its project has when the work starts. */
async function fixPrivacy(db: Db, fileId: number): Promise<void> {
  await sql`
    update file f set privacy = ${privacySnapshot} from project p
    where f.id = ${fileId} and p.id = f.project_id and f.privacy is null and f.status = 'processing'
      and f.recording_id is null`.execute(db)
}

const settingsToApply = sql`case when (f.privacy ->> 'is_on')::boolean then f.privacy -> 'settings' end`

/** Undefined when there is nothing left to do: the record has reached its end, or is gone. */
export async function findFileToProcess(db: Db, fileId: number): Promise<FileToProcess | undefined> {
  await fixPrivacy(db, fileId)
  const { rows } = await sql<{
    team_id: number
    transcript_language: string
    extension: string
    kind: FileKind
    privacy: PrivacySnapshot['settings'] | null
    object_key: string
    object_etag: string
    object_bytes: number
  }>`
    select f.team_id, p.transcript_language, f.extension, f.kind, ${settingsToApply} as privacy, f.object_key,
      f.object_etag, f.object_bytes
    from file f join project p on p.id = f.project_id
    where f.id = ${fileId} and f.status = 'processing' and f.recording_id is null
      and f.closed_recording_id is null`.execute(db)
  const [row] = rows
  return (
    row && {
      id: fileId,
      teamId: row.team_id,
      language: row.transcript_language,
      extension: row.extension,
      kind: row.kind,
      privacy: row.privacy,
      object: { key: row.object_key, etag: row.object_etag, bytes: row.object_bytes },
    }
  )
}

export async function finishFile(tx: Tx, fileId: number, extractionId: number | null): Promise<boolean> {
  const { rows } = await sql`
    update file set status = 'completed', extraction_id = ${extractionId}, completed_at = now(), ${atRest}
    where id = ${fileId} and status = 'processing' returning id`.execute(tx)
  return rows.length > 0
}

export async function reportFileProgress(db: Db, fileId: number, progress: Progress): Promise<void> {
  await sql`
    update file set stage = ${progress.stage}, percent = ${progress.percent}, seconds_left = ${progress.secondsLeft}
    where id = ${fileId} and status = 'processing'`.execute(db)
}

/** The record behind a survey says whether the columns are mapped, and nothing else. */
export async function completeMappedFile(tx: Tx, fileId: number): Promise<void> {
  await sql`
    update file set status = 'completed', completed_at = now()
    where id = ${fileId} and kind = 'survey' and status = 'processing'`.execute(tx)
}

/** False when the record no longer waits for a result. */
export async function failFile(tx: Tx, fileId: number, failure: Failure): Promise<boolean> {
  const { rows } = await sql`
    update file set status = 'error', failure_code = ${failure.code}, failure_message = ${failure.message},
      completed_at = now(), ${atRest}
    where id = ${fileId} and status = 'processing' returning id`.execute(tx)
  return rows.length > 0
}

/**
 * A record at work whose job is gone: its attempts are used up, by crashes or by trouble of the machine. The
 * minute spares a record whose transaction has committed while this statement looks. The job of a survey is
 * known to surveys only.
 */
export async function failStuckFiles(db: Db, failure: Failure): Promise<number> {
  const { rows } = await sql`
    update file set status = 'error', failure_code = ${failure.code}, failure_message = ${failure.message},
      completed_at = now(), ${atRest}
    where status = 'processing' and kind <> 'survey' and started_at < now() - interval '1 minute'
      and not ${hasLiveJob(processFile, sql`file.id::text`)} and not ${hasLiveJob(transcribeFile, sql`file.id::text`)}
      and not ${hasLiveJob(protectFile, sql`file.id::text`)}
    returning id`.execute(db)
  return rows.length
}

/** Removes what was begun and never completed; returns the keys of what may lie in the store. */
export async function deleteAbandonedFiles(tx: Tx, olderThanHours: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ upload_key: string }>`
    delete from file where id in (
      select id from file
      where status = 'pending_upload' and created_at < now() - make_interval(hours => ${olderThanHours})
      order by created_at limit ${limit} for update skip locked)
    returning upload_key`.execute(tx)
  return rows.map((row) => row.upload_key)
}

export interface ErasedFile {
  id: number
  keys: (string | null)[]
  extraction_id: number | null
  /** What is shown, and what was not yet. */
  recording_ids: number[]
}

/** Not those of surveys, which go with their survey. */
export async function deleteProjectFiles(tx: Tx, projectId: number, limit: number): Promise<ErasedFile[]> {
  const { rows } = await sql<ErasedFile>`
    delete from file where id in (
      select id from file where project_id = ${projectId} and kind <> 'survey' order by id limit ${limit} for update)
    returning id, array[upload_key, object_key] as keys, extraction_id,
      array_remove(array[recording_id, closed_recording_id], null) as recording_ids`.execute(tx)
  return rows
}
