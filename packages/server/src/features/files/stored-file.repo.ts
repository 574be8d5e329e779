/** SQL of files as exports contain them and imports of bundles restore them. */
import type { Metadata } from '@inlet/contract'
import { sql } from 'kysely'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { onlyRow } from '../../platform/db/only-row.ts'
import type { PinnedObject } from '../../platform/object-store/object-store.ts'
import { canOpen } from '../projects/projects.public.ts'
import { isProtected } from '../recording-processing/recording-processing.public.ts'
import { newAcceptedKey, newUploadKey } from '../uploads/uploads.public.ts'

/** Times have microseconds. Columns that name objects or other rows are not exported. */
export interface StoredFile {
  name: string
  extension: string
  kind: 'audio' | 'video' | 'document' | 'image'
  status: 'processing' | 'completed' | 'error' | 'recording'
  object_bytes: number | null
  /** Null for a protected recording. */
  sha256: string | null
  failure_code: string | null
  failure_message: string | null
  privacy: object | null
  external_id: string | null
  metadata: Metadata | null
  transcript_name: string | null
  original_deleted_at: string | null
  created_at: string
  started_at: string | null
  completed_at: string | null
  updated_at: string
}

const updatedAt = sql`coalesce(f.updated_at, greatest(f.created_at, f.started_at, f.completed_at)) as updated_at`

/** Undefined when there is no such file that the principal can open. */
export async function readStoredFile(
  db: Db,
  principal: Principal,
  key: string,
): Promise<StoredFile | undefined> {
  const { rows } = await sql<{ stored: StoredFile }>`
    select to_jsonb(s) as stored from (
      select f.name, f.extension, f.kind, f.status, f.object_bytes,
        case when not ${isProtected.file} then f.sha256 end as sha256, f.failure_code, f.failure_message, f.privacy,
        f.external_id, f.metadata, f.transcript_name, f.original_deleted_at, f.created_at, f.started_at, f.completed_at,
        ${updatedAt}
      from file f join project p on p.id = f.project_id
      where f.key = ${key}::uuid and f.kind <> 'survey' and ${canOpen(principal)}) s`.execute(db)
  return rows[0]?.stored
}

export interface FileOwner {
  projectId: number
  principal: Principal
}

export interface RestoredFile {
  stored: StoredFile
  /** Null when the bundle does not contain it. */
  original: PinnedObject | null
  extractionId: number | null
  recordingId: number | null
}

/** A completed file whose original is not in the bundle is like one whose original was deleted. */
export async function restoreFile(
  tx: Tx,
  { projectId, principal }: FileOwner,
  { stored, original, extractionId, recordingId }: RestoredFile,
): Promise<void> {
  const { key, etag } = original ?? { key: newAcceptedKey(), etag: null }
  const hasObject = original !== null || stored.status === 'completed'
  await sql`
    insert into file (team_id, project_id, created_by, api_key_id, upload_key, object_key, object_etag, extraction_id,
      recording_id, name, extension, kind, status, object_bytes, sha256, failure_code, failure_message, privacy,
      external_id, metadata, transcript_name, original_deleted_at, created_at, started_at, completed_at, updated_at)
    select ${principal.teamId}, ${projectId}, ${principal.userId}, ${principal.keyId}, ${newUploadKey()},
      ${hasObject ? key : null}, ${etag}, ${extractionId}, ${recordingId}, name, extension, kind, status,
      coalesce(${original?.bytes ?? null}::bigint, case when object_bytes >= 0 then object_bytes end), sha256,
      failure_code, failure_message, privacy, external_id, metadata, transcript_name,
      case when ${original === null && hasObject} then coalesce(original_deleted_at, now()) end, created_at, started_at,
      completed_at, updated_at
    from jsonb_populate_record(null::file, ${JSON.stringify(stored)}::jsonb)`.execute(tx)
}

export interface StoredSurveyFile {
  status: 'processing' | 'completed'
  created_at: string
  started_at: string | null
  completed_at: string | null
  updated_at: string
}

/** The entry of a survey in the list of files. */
export async function readStoredSurveyFile(db: Db, surveyId: number): Promise<StoredSurveyFile> {
  const { rows } = await sql<{ stored: StoredSurveyFile }>`
    select to_jsonb(s) as stored from (
      select f.status, f.created_at, f.started_at, f.completed_at, ${updatedAt}
      from survey join file f on f.id = survey.file_id where survey.id = ${surveyId}) s`.execute(db)
  return onlyRow(rows).stored
}

export async function restoreSurveyFile(
  tx: Tx,
  { projectId, principal }: FileOwner,
  stored: StoredSurveyFile & { name: string; external_id: string | null; metadata: Metadata | null },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into file (team_id, project_id, created_by, api_key_id, extension, kind, name, status, external_id, metadata,
      created_at, started_at, completed_at, updated_at)
    select ${principal.teamId}, ${projectId}, ${principal.userId}, ${principal.keyId}, 'csv', 'survey', name, status,
      external_id, metadata, created_at, started_at, completed_at, updated_at
    from jsonb_populate_record(null::file, ${JSON.stringify(stored)}::jsonb) returning id`.execute(tx)
  return onlyRow(rows).id
}

/** Reports restored files like processed ones. */
export async function recordRestoredFiles(tx: Tx, projectId: number): Promise<void> {
  await sql`
    select count(record_event('file.' || f.status, f.team_id, f.project_id,
      jsonb_build_object('wav_key', f.key, 'status', f.status, 'external_id', f.external_id))::text)
    from (select * from file where project_id = ${projectId} and kind <> 'survey' order by id) f`.execute(tx)
}
