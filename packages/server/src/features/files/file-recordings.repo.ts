/** SQL of the recordings made of files: kept open or closed, heard, protected, opened or given up. */
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import {
  type GivenUp,
  type OpenedRecord,
  type RecordingToProtect,
  type RecordingToTranscribe,
  takeGivenUp,
} from '../recordings/recordings.public.ts'
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

/** Undefined when the record no longer waits for a result. The closed recording is the caller's from here on. */
export async function openProtectedFile(
  tx: Tx,
  fileId: number,
  recordingId: number,
): Promise<OpenedRecord | undefined> {
  const { rows } = await sql<OpenedRecord>`
    update file f set recording_id = ${recordingId}, closed_recording_id = null, status = 'completed',
      completed_at = now(), original_deleted_at = case when t.deletes_originals then now() end, ${atRest}
    from team t
    where f.id = ${fileId} and t.id = f.team_id and f.status = 'processing' and f.closed_recording_id is not null
    returning case when t.deletes_originals then array[f.object_key, f.upload_key] else '{}' end as "originalKeys"`.execute(
    tx,
  )
  return rows[0]
}

/** Of files that ended without being opened. */
export function takeClosedRecordings(tx: Tx, limit: number, fileId: number | null = null): Promise<GivenUp> {
  return takeGivenUp(
    tx,
    'file',
    sql`
      select f.id, f.closed_recording_id, f.object_key, f.upload_key, t.deletes_originals from file f join team t on t.id = f.team_id
      where f.status = 'error' and (${fileId}::bigint is null or f.id = ${fileId})
        and (f.closed_recording_id is not null
          or (t.deletes_originals and ${isPrivateKind} and f.original_deleted_at is null))
      order by f.id limit ${limit} for update of f skip locked`,
  )
}

const isPrivateKind = sql`f.kind in ('audio', 'video') and (f.privacy ->> 'is_on')::boolean`

export async function findFileRecording(db: Db, key: string): Promise<number | undefined> {
  const { rows } = await sql<{ recording_id: number | null }>`
    select recording_id from file where key = ${key}`.execute(db)
  return rows[0]?.recording_id ?? undefined
}

/** Undefined when there is nothing left to do. */
export async function findFileToTranscribe(
  db: Db,
  fileId: number,
): Promise<RecordingToTranscribe | undefined> {
  const { rows } = await sql<RecordingToTranscribe>`
    select coalesce(f.closed_recording_id, f.recording_id) as "recordingId", f.team_id as "teamId",
      p.transcript_language as language, f.closed_recording_id is not null as "isPrivate"
    from file f join project p on p.id = f.project_id
    where f.id = ${fileId} and f.status = 'processing'
      and coalesce(f.closed_recording_id, f.recording_id) is not null`.execute(db)
  return rows[0]
}

/** Undefined when there is nothing left to do. */
export async function findFileToProtect(db: Db, fileId: number): Promise<RecordingToProtect | undefined> {
  const { rows } = await sql<RecordingToProtect>`
    select f.closed_recording_id as "recordingId", f.team_id as "teamId", p.transcript_language as language,
      f.privacy -> 'settings' as settings
    from file f join project p on p.id = f.project_id
    where f.id = ${fileId} and f.status = 'processing' and f.closed_recording_id is not null`.execute(db)
  return rows[0]
}
