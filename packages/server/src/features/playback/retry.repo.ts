/** SQL of recordings that are tried again. Each returns false when the record has not failed any more. */
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

export async function restartFile(tx: Tx, fileId: number): Promise<boolean> {
  const { rows } = await sql`
    update file set status = 'processing', failure_code = null, failure_message = null, started_at = now(),
      completed_at = null
    where id = ${fileId} and status = 'error' and object_key is not null returning id`.execute(tx)
  return rows.length > 0
}

export async function restartMedia(tx: Tx, mediaId: number): Promise<boolean> {
  const { rows } = await sql`
    update survey_media set recording_failure_code = null, recording_failure_message = null, linked_at = now()
    where id = ${mediaId} and status = 'LINKED' and recording_failure_code is not null returning id`.execute(
    tx,
  )
  return rows.length > 0
}

/** It can be deleted then. */
export async function detachRecording(tx: Tx, recordingId: number): Promise<void> {
  await sql`update file set recording_id = null where recording_id = ${recordingId}`.execute(tx)
  await sql`update survey_media set recording_id = null where recording_id = ${recordingId}`.execute(tx)
}
