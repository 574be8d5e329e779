/** SQL of files, the contract's wav records. */
import { FileRecordKind, type FileStage, FileStatus, type Metadata } from '@inlet/contract'
import { sql } from 'kysely'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { onlyRow } from '../../platform/db/only-row.ts'
import { afterFetching } from '../../platform/db/progress.ts'
import { updatedAt } from '../../platform/db/updated-at.ts'
import type { Page } from '../../platform/http/paging.ts'
import { endedByMachineFault, hasLiveJob, type StuckReason } from '../../platform/jobs/live-job.ts'
import type { PinnedObject } from '../../platform/object-store/object-store.ts'
import { pinnedObject } from '../../platform/object-store/pinned-object.ts'
import {
  type DocumentProgress,
  type Failure,
  unfinishedCodes,
} from '../document-processing/document-processing.public.ts'
import {
  canOpen,
  isDeleted,
  listNewest,
  type NewestList,
  originalKey,
  type PrivacySnapshot,
  privacySnapshot,
  type RecordSource,
} from '../projects/projects.public.ts'
import { type FileKind, isUploadLive, type StoredReferences } from '../uploads/uploads.public.ts'
import { processFile } from './process-file.job.ts'

const clearProgress = sql`stage = null, percent = null, seconds_left = null`

export interface FileRecord {
  id: number
  key: string
  team_id: number
  project_id: number
  name: string
  kind: FileKind | 'survey'
  status: FileStatus
  /** Null for a survey, whose parts have upload keys of their own. */
  upload_key: string | null
  /** Null unless the recording may bring a transcript. */
  transcript_name: string | null
  transcript_upload_key: string | null
  /** Null when the original must not be shown. */
  original_key: string | null
  object_bytes: number | null
  sha256: string | null
  /** Null until the recording may be played. */
  rendition_key: string | null
  rendition_type: string | null
  failure_code: string | null
  failure_message: string | null
  stage: FileStage | null
  percent: number | null
  seconds_left: number | null
  /** Warnings about a completed file. */
  notices: string[]
  external_id: string | null
  metadata: Metadata | null
  created_at: Date
  updated_at: Date
  completed_at: Date | null
}

export interface NewFile extends StoredReferences {
  projectId: number
  name: string
  extension: string
  kind: FileKind
  uploadKey: string
  transcript: { name: string; uploadKey: string } | null
}

export async function insertFile(db: Db, principal: Principal, file: NewFile): Promise<string> {
  const { rows } = await sql<{ key: string }>`
    insert into file (team_id, project_id, created_by, api_key_id, name, extension, kind, upload_key, privacy, external_id,
      metadata, transcript_name, transcript_upload_key)
    select ${principal.teamId}, p.id, ${principal.userId}, ${principal.keyId}, ${file.name}, ${file.extension},
      ${file.kind}, ${file.uploadKey}, ${privacySnapshot}, ${file.externalId}, ${file.metadata && JSON.stringify(file.metadata)}::jsonb,
      ${file.transcript?.name ?? null}, ${file.transcript?.uploadKey ?? null}
    from project p where p.id = ${file.projectId}
    returning key`.execute(db)
  return onlyRow(rows).key
}

/** The wav record of a survey: it has no object of its own and is processing until the columns are mapped. */
export async function insertSurveyFile(
  tx: Tx,
  principal: Principal,
  survey: StoredReferences & { projectId: number; name: string },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into file (team_id, project_id, created_by, name, extension, kind, status, external_id, metadata)
    values (${principal.teamId}, ${survey.projectId}, ${principal.userId}, ${survey.name}, 'csv', 'survey', 'processing',
      ${survey.externalId}, ${survey.metadata && JSON.stringify(survey.metadata)}::jsonb)
    returning id`.execute(tx)
  return onlyRow(rows).id
}

export async function deleteSurveyFiles(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`delete from file where id = any (${[...ids]}::bigint[]) and kind = 'survey'`.execute(tx)
}

/** Privacy settings apply to recordings only: the contract returns the upload of documents and images. */
const fileOriginal = sql`case when f.kind in ('audio', 'video') then ${originalKey('f')} else f.object_key end`

export async function findOpenFile(
  db: Db,
  principal: Principal,
  key: string,
): Promise<FileRecord | undefined> {
  const { rows } = await sql<FileRecord>`
    select f.id, f.key, f.team_id, f.project_id, f.name, f.kind, f.status, f.upload_key, f.transcript_name, f.transcript_upload_key, ${fileOriginal} as original_key, f.object_bytes,
      f.sha256, r.rendition_key, r.rendition_type, f.failure_code, f.failure_message, f.stage,
      f.percent, f.seconds_left, coalesce(r.notices, x.notices, '{}') as notices, f.external_id, f.metadata, f.created_at,
      ${updatedAt('f')} as updated_at, f.completed_at
    from file f join project p on p.id = f.project_id
      left join recording r on r.id = f.recording_id
      left join extraction x on x.id = f.extraction_id
    where f.key = ${key} and ${canOpen(principal)}`.execute(db)
  return rows[0]
}

export type FileState = Pick<
  FileRecord,
  'key' | 'status' | 'failure_code' | 'failure_message' | 'stage' | 'percent' | 'seconds_left' | 'external_id'
>

export async function listFileStates(
  db: Db,
  principal: Principal,
  keys: readonly string[],
): Promise<FileState[]> {
  const { rows } = await sql<FileState>`
    select f.key, f.status, f.failure_code, f.failure_message, f.stage, f.percent, f.seconds_left, f.external_id
    from file f join project p on p.id = f.project_id
    where f.key = any (${[...keys]}::uuid[]) and ${canOpen(principal)}`.execute(db)
  return rows
}

export type FileItem = Pick<
  FileRecord,
  'key' | 'name' | 'project_id' | 'status' | 'failure_code' | 'external_id' | 'created_at' | 'updated_at'
>

/** Surveys are listed by their wav records. */
const openFiles: NewestList = {
  table: 'file',
  figure: 'files',
  columns: sql`r.key, r.name, r.project_id, r.status, r.failure_code, r.external_id, r.created_at,
    ${updatedAt('r')} as updated_at`,
}

export const listOpenFiles = (db: Db, principal: Principal, page: Page) =>
  listNewest<FileItem>(db, principal, openFiles, page)

const fileGroups = (kinds: readonly string[], statuses: readonly string[]) =>
  sql`select k.kind, s.status from unnest(${[...kinds]}::text[]) as k (kind)
    cross join unnest(${[...statuses]}::text[]) as s (status)`

export const fileSource: RecordSource<FileItem> = {
  list: { ...openFiles, key: 'key', group: sql`i.kind, i.status` },
  groups: (_, { kinds, statuses = FileStatus.enum }) => ({
    groups: fileGroups(kinds ?? FileRecordKind.enum, statuses),
    isGrouped: kinds !== undefined || statuses.length < FileStatus.enum.length,
    // Most files are completed.
    otherGroups:
      kinds === undefined && statuses.includes('completed')
        ? fileGroups(
            FileRecordKind.enum,
            FileStatus.enum.filter((status) => !statuses.includes(status)),
          )
        : undefined,
  }),
  listPlain: listOpenFiles,
}

/** True for exactly one caller, and only while the accepted upload is still the one that the file awaits. */
export async function startProcessing(
  tx: Tx,
  { id, upload_key }: { id: number; upload_key: string },
  object: PinnedObject,
): Promise<boolean> {
  const { rows } = await sql`
    update file set status = 'processing', started_at = now(), object_key = ${object.key}, object_etag = ${object.etag},
      object_bytes = ${object.bytes}
    where id = ${id} and status = 'pending_upload' and upload_key = ${upload_key}
      and not ${isDeleted(sql`file.project_id`)} returning id`.execute(tx)
  return rows.length > 0
}

/** Called in the transaction that starts the import. */
export async function attachTranscript(
  tx: Tx,
  fileId: number,
  { key, etag, bytes }: PinnedObject,
): Promise<void> {
  await sql`
    update file set transcript_key = ${key}, transcript_etag = ${etag}, transcript_bytes = ${bytes}
    where id = ${fileId}`.execute(tx)
}

/** False when the file no longer awaits an upload to the first key. */
export async function replaceUploadKey(tx: Tx, fileId: number, from: string, to: string): Promise<boolean> {
  const { rows } = await sql`
    update file set upload_key = ${to}
    where id = ${fileId} and status = 'pending_upload' and upload_key = ${from} returning id`.execute(tx)
  return rows.length > 0
}

export interface FileToProcess {
  id: number
  teamId: number
  extension: string
  kind: 'document' | 'image'
  privacy: PrivacySnapshot | null
  /** Languages of the project. */
  locales: string[]
  object: PinnedObject
}

const isExtracted = sql`f.kind in ('document', 'image')`

/** An import that an older release started follows the settings its project has when processing starts. */
async function pinPrivacySnapshot(db: Db, fileId: number): Promise<void> {
  await sql`
    update file f set privacy = ${privacySnapshot} from project p
    where f.id = ${fileId} and ${isExtracted} and p.id = f.project_id and f.privacy is null
      and f.status = 'processing'`.execute(db)
}

/** Undefined for a recording, and when the file has completed or failed, or no longer exists. */
export async function findFileToProcess(db: Db, fileId: number): Promise<FileToProcess | undefined> {
  await pinPrivacySnapshot(db, fileId)
  const { rows } = await sql<{
    team_id: number
    extension: string
    kind: 'document' | 'image'
    privacy: PrivacySnapshot | null
    locales: string[]
    object_key: string | null
    object_etag: string | null
    object_bytes: number | null
  }>`
    select f.team_id, f.extension, f.kind, f.privacy, p.transcript_language || p.supported_languages as locales,
      f.object_key, f.object_etag, f.object_bytes
    from file f join project p on p.id = f.project_id
    where f.id = ${fileId} and ${isExtracted} and f.status = 'processing'`.execute(db)
  const [row] = rows
  const object = row && pinnedObject(row.object_key, row.object_etag, row.object_bytes)
  if (!row || !object) return undefined
  const { team_id: teamId, extension, kind, privacy, locales } = row
  return { id: fileId, teamId, extension, kind, privacy, locales, object }
}

export async function finishFile(tx: Tx, fileId: number, extractionId: number): Promise<boolean> {
  const { rows } = await sql`
    update file set status = 'completed', extraction_id = ${extractionId}, completed_at = now(), ${clearProgress}
    where id = ${fileId} and status = 'processing' returning id`.execute(tx)
  return rows.length > 0
}

export async function saveFileHash(db: Db, fileId: number, sha256: string): Promise<void> {
  await sql`update file set sha256 = ${sha256} where id = ${fileId} and status = 'processing'`.execute(db)
}

export async function reportFileProgress(db: Db, fileId: number, progress: DocumentProgress): Promise<void> {
  await sql`
    update file set stage = ${progress.stage}, percent = ${afterFetching(progress.percent)}, seconds_left = ${progress.secondsLeft}
    where id = ${fileId} and status = 'processing'`.execute(db)
}

/** The wav record of a survey only says whether the columns are mapped. */
export async function completeMappedFile(tx: Tx, fileId: number): Promise<void> {
  await sql`
    update file set status = 'completed', completed_at = now()
    where id = ${fileId} and kind = 'survey' and status = 'processing'`.execute(tx)
}

/** False when no result is expected any more. */
export async function failFile(tx: Tx, fileId: number, failure: Failure): Promise<boolean> {
  const { rows } = await sql`
    update file set status = 'error', failure_code = ${failure.code}, failure_message = ${failure.message},
      completed_at = now(), ${clearProgress}
    where id = ${fileId} and status = 'processing' returning id`.execute(tx)
  return rows.length > 0
}

/**
 * Fails documents and images whose job is gone because all attempts crashed. The minute protects a file whose
 * transaction commits while this statement runs.
 */
export async function failStuckFiles(db: Db, failure: Failure, reason: StuckReason): Promise<number> {
  const { rows } = await sql`
    update file f set status = 'error', failure_code = ${failure.code}, failure_message = ${failure.message},
      completed_at = now(), ${clearProgress}
    where f.status = 'processing' and ${isExtracted} and f.started_at < now() - interval '1 minute'
      and not ${isDeleted(sql`f.project_id`)}
      and not ${hasLiveJob(processFile, sql`f.id::text`)}
      and (${reason === 'any'} or ${endedByMachineFault(processFile, sql`f.id::text`)})
    returning f.id`.execute(db)
  return rows.length
}

/** Restarts a file that failed because its attempts were used up. */
export async function reviveFile(tx: Tx, fileId: number): Promise<void> {
  await sql`
    update file set status = 'processing', failure_code = null, failure_message = null, completed_at = null,
      started_at = now()
    where id = ${fileId} and status = 'error' and failure_code = any (${[...unfinishedCodes]}) and original_deleted_at is null`.execute(
    tx,
  )
}

/** Deletes files whose upload was never completed; returns the keys they may have been uploaded to. */
export async function deleteAbandonedFiles(tx: Tx, olderThanHours: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ keys: (string | null)[] }>`
    delete from file where id in (
      select id from file
      where status = 'pending_upload' and created_at < now() - make_interval(hours => ${olderThanHours})
        and not ${isUploadLive(sql`file.upload_key`)}
      order by created_at limit ${limit} for update skip locked)
    returning array[upload_key, transcript_upload_key] as keys`.execute(tx)
  return rows.flatMap(({ keys }) => keys).filter((key) => key !== null)
}

export interface ErasedFile {
  id: number
  keys: (string | null)[]
  extraction_id: number | null
  /** The visible recording and the one that is still being protected. */
  recording_ids: number[]
}

export const recordingIds = sql`array_remove(array[recording_id, closed_recording_id], null) as recording_ids`

export const erasedColumns = sql`id, array[upload_key, object_key, transcript_upload_key, transcript_key] as keys, extraction_id,
  ${recordingIds}`

/** Without the wav records of surveys, which are deleted with their survey. */
export async function deleteProjectFiles(tx: Tx, projectId: number, limit: number): Promise<ErasedFile[]> {
  const { rows } = await sql<ErasedFile>`
    delete from file where id in (
      select id from file where project_id = ${projectId} and kind <> 'survey' order by id limit ${limit} for update)
    returning ${erasedColumns}`.execute(tx)
  return rows
}
