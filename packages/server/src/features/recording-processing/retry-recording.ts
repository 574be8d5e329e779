import type { Tx } from '../../platform/db/database.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import { deleteTexts } from '../search-index/search-index.public.ts'
import { dropRecordings } from './purge-recordings.ts'
import { detachOpenRecording, restartFailed } from './recording-lifecycle.repo.ts'
import { nextRecordingState } from './recording-lifecycle.state.ts'
import type { RecordingRef } from './recording-steps.job.ts'
import { enqueueStep } from './recording-steps.ts'

/**
 * Restarts a failed recording: with its transcript if the audio for the speech engine is still stored, otherwise from its
 * upload. False when it has not failed, or its original is deleted.
 */
export async function retryRecording(
  enqueue: Enqueue,
  tx: Tx,
  recording: RecordingRef & { teamId: number },
): Promise<boolean> {
  const restarted = await restartFailed(tx, recording)
  if (!restarted) return false
  const { recordingId, closedId, hasSpeech } = restarted
  const next = nextRecordingState('failed', 'retry', { isProtected: closedId !== null, hasSpeech })
  if (next === 'process' && recordingId !== null) {
    await deleteTexts(tx, 'segment', [recordingId])
    await detachOpenRecording(tx, recording)
    await dropRecordings(tx, [recordingId])
  }
  if (closedId !== null) await dropRecordings(tx, [closedId])
  await enqueueStep(enqueue, tx, recording, next)
  return true
}
