/** SQL of the recordings made of files: kept open or closed, heard, protected, opened or given up. */
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { PrivacySnapshot } from '../projects/projects.public.ts'
import type { GivenUp } from '../recordings/recordings.public.ts'
import { atRest } from './files.repo.ts'

export async function keepFileRecording(tx: Tx, fileId: number, recordingId: number): Promise<boolean> {
  const { rows } = await sql`
    update file set recording_id = ${recordingId}
    where id = ${fileId} and status = 'processing' and recording_id is null returning id`.execute(tx)
  return rows.length > 0
}

/** Kept where nobody is shown it, until it is protected. */
export async function keepClosedRecording(tx: Tx, fileId: number, recordingId: number): Promise<boolean> {
  const { rows } = await sql`
    update file set closed_recording_id = ${recordingId}
    where id = ${fileId} and status = 'processing' and recording_id is null and closed_recording_id is null
    returning id`.execute(tx)
  return rows.length > 0
}

export interface OpenedFile {
  /** Of the upload and our copy of it, where the team keeps none. */
  originalKeys: string[]
}

/** Undefined when the record no longer waits for a result. The closed recording is the caller's from here on. */
export async function openProtectedFile(
  tx: Tx,
  fileId: number,
  recordingId: number,
): Promise<OpenedFile | undefined> {
  const { rows } = await sql<OpenedFile>`
    update file f set recording_id = ${recordingId}, closed_recording_id = null, status = 'completed',
      completed_at = now(), original_deleted_at = case when t.deletes_originals then now() end, ${atRest}
    from team t
    where f.id = ${fileId} and t.id = f.team_id and f.status = 'processing' and f.closed_recording_id is not null
    returning case when t.deletes_originals then array[f.object_key, f.upload_key] else '{}' end as "originalKeys"`.execute(
    tx,
  )
  return rows[0]
}

/**
 * Files that have come to their end without being opened: what was closed is given up, and the original too where the
 * team keeps none.
 */
export async function takeClosedRecordings(
  tx: Tx,
  limit: number,
  fileId: number | null = null,
): Promise<GivenUp> {
  const { rows } = await sql<{ recording_id: number | null; original_keys: string[] }>`
    with ended as (
      select f.id, f.closed_recording_id, f.object_key, f.upload_key, t.deletes_originals from file f join team t on t.id = f.team_id
      where f.status = 'error' and (${fileId}::bigint is null or f.id = ${fileId})
        and (f.closed_recording_id is not null
          or (t.deletes_originals and ${isPrivateKind} and f.original_deleted_at is null))
      order by f.id limit ${limit} for update of f skip locked)
    update file set closed_recording_id = null,
      original_deleted_at = case when ended.deletes_originals then now() else original_deleted_at end
    from ended where file.id = ended.id
    returning ended.closed_recording_id as recording_id,
      case when ended.deletes_originals then array[ended.object_key, ended.upload_key] else '{}' end as original_keys`.execute(
    tx,
  )
  return {
    count: rows.length,
    recordingIds: rows.flatMap((row) => row.recording_id ?? []),
    originalKeys: rows.flatMap((row) => row.original_keys),
  }
}

const isPrivateKind = sql`f.kind in ('audio', 'video') and (f.privacy ->> 'is_on')::boolean`

export async function findFileRecording(db: Db, key: string): Promise<number | undefined> {
  const { rows } = await sql<{ recording_id: number | null }>`
    select recording_id from file where key = ${key}`.execute(db)
  return rows[0]?.recording_id ?? undefined
}

export interface FileToTranscribe {
  recordingId: number
  teamId: number
  language: string
  isPrivate: boolean
}

/** Undefined when there is nothing left to do. */
export async function findFileToTranscribe(db: Db, fileId: number): Promise<FileToTranscribe | undefined> {
  const { rows } = await sql<FileToTranscribe>`
    select coalesce(f.closed_recording_id, f.recording_id) as "recordingId", f.team_id as "teamId",
      p.transcript_language as language, f.closed_recording_id is not null as "isPrivate"
    from file f join project p on p.id = f.project_id
    where f.id = ${fileId} and f.status = 'processing'
      and coalesce(f.closed_recording_id, f.recording_id) is not null`.execute(db)
  return rows[0]
}

export interface FileToProtect {
  recordingId: number
  teamId: number
  language: string
  settings: PrivacySnapshot['settings']
}

/** Undefined when there is nothing left to do. */
export async function findFileToProtect(db: Db, fileId: number): Promise<FileToProtect | undefined> {
  const { rows } = await sql<FileToProtect>`
    select f.closed_recording_id as "recordingId", f.team_id as "teamId", p.transcript_language as language,
      f.privacy -> 'settings' as settings
    from file f join project p on p.id = f.project_id
    where f.id = ${fileId} and f.status = 'processing' and f.closed_recording_id is not null`.execute(db)
  return rows[0]
}
