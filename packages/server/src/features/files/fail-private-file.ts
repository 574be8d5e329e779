import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import type { Failure } from '../extraction/extraction.public.ts'
import { dropRecordings } from '../recordings/recordings.public.ts'
import { trashNow } from '../uploads/uploads.public.ts'
import { failFile, takeClosedRecordings } from './files.repo.ts'

/** What was closed is never opened: nothing of it is kept. */
export async function failPrivateFile(tx: Tx, fileId: number, failure: Failure): Promise<boolean> {
  const isFailed = await failFile(tx, fileId, failure)
  await drop(tx, 1, fileId)
  return isFailed
}

/** Also what ended without anybody there to clear up. */
export async function dropClosedFiles(db: Db): Promise<void> {
  const batchSize = 100
  while ((await inTransaction(db, (tx) => drop(tx, batchSize))) === batchSize);
}

async function drop(tx: Tx, limit: number, fileId: number | null = null): Promise<number> {
  const { count, recordingIds, originalKeys } = await takeClosedRecordings(tx, limit, fileId)
  await dropRecordings(tx, recordingIds)
  await trashNow(tx, originalKeys)
  return count
}
