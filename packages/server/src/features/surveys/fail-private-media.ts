import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import type { Failure } from '../extraction/extraction.public.ts'
import { dropRecordings } from '../recordings/recordings.public.ts'
import { trashNow } from '../uploads/uploads.public.ts'
import { failMediaRecording, takeClosedMedia } from './media-recordings.repo.ts'

/** What was closed is never opened: nothing of it is kept. */
export async function failPrivateMedia(tx: Tx, mediaId: number, failure: Failure): Promise<boolean> {
  const isFailed = await failMediaRecording(tx, mediaId, failure)
  await drop(tx, 1, mediaId)
  return isFailed
}

/** Also what ended without anybody there to clear up. */
export async function dropClosedMedia(db: Db): Promise<void> {
  const batchSize = 100
  while ((await inTransaction(db, (tx) => drop(tx, batchSize))) === batchSize);
}

async function drop(tx: Tx, limit: number, mediaId: number | null = null): Promise<number> {
  const { count, recordingIds, originalKeys } = await takeClosedMedia(tx, limit, mediaId)
  await dropRecordings(tx, recordingIds)
  await trashNow(tx, originalKeys)
  return count
}
