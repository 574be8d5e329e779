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

/** Begins anew: what an earlier attempt made goes, with its transcript. Returns the keys that nobody needs any more. */
export async function dropRecording(tx: Tx, recordingId: number): Promise<string[]> {
  await sql`update file set recording_id = null where recording_id = ${recordingId}`.execute(tx)
  await sql`update survey_media set recording_id = null where recording_id = ${recordingId}`.execute(tx)
  const { rows } = await sql<{ keys: (string | null)[] }>`
    delete from recording where id = ${recordingId} returning array[rendition_key, poster_key, speech_key] as keys`.execute(
    tx,
  )
  return (rows[0]?.keys ?? []).filter((key) => key !== null)
}
