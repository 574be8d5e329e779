/** What other features may use of recordings. */
import type { Tx } from '../../platform/db/database.ts'
import { trashNow } from '../uploads/uploads.public.ts'
import { deleteRecordings } from './recordings.repo.ts'

export { convertRecording } from './convert-recording.ts'
export { exportTranscript, type TranscriptFormat, transcriptFormats } from './export-transcript.ts'
export type { Progress, Stage } from './progress.ts'
export { deleteRecordings } from './recordings.repo.ts'
export type { Speech } from './speech.ts'

/** In the transaction that takes them from their records. */
export async function dropRecordings(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await trashNow(tx, await deleteRecordings(tx, ids))
}
