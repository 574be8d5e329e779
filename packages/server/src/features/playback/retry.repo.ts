/** SQL of recordings that are tried again. Each returns false when the record has not failed any more. */
import type { RecordingOwner } from '@inlet/contract/workspace'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

export async function restartFile(tx: Tx, fileId: number): Promise<boolean> {
  const { rows } = await sql`
    update file set status = 'processing', failure_code = null, failure_message = null, started_at = now(),
      completed_at = null
    where id = ${fileId} and status = 'error' and object_key is not null and original_deleted_at is null returning id`.execute(
    tx,
  )
  return rows.length > 0
}

export async function restartMedia(tx: Tx, mediaId: number): Promise<boolean> {
  const { rows } = await sql`
    update survey_media set recording_failure_code = null, recording_failure_message = null, linked_at = now()
    where id = ${mediaId} and status = 'LINKED' and recording_failure_code is not null
      and original_deleted_at is null returning id`.execute(tx)
  return rows.length > 0
}

/** What was closed and never opened, which the caller has to delete. */
export async function takeClosed(tx: Tx, owner: RecordingOwner, id: number): Promise<number[]> {
  const table = sql.table(owner === 'file' ? 'file' : 'survey_media')
  const { rows } = await sql<{ closed_recording_id: number }>`
    update ${table} it set closed_recording_id = null from ${table} before
    where it.id = ${id} and before.id = it.id and before.closed_recording_id is not null
    returning before.closed_recording_id`.execute(tx)
  return rows.map((row) => row.closed_recording_id)
}

/** It can be deleted then. */
export async function detachRecording(tx: Tx, recordingId: number): Promise<void> {
  await sql`update file set recording_id = null where recording_id = ${recordingId}`.execute(tx)
  await sql`update survey_media set recording_id = null where recording_id = ${recordingId}`.execute(tx)
}
