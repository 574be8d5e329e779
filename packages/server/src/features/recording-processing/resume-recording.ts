import type { Tx } from '../../platform/db/database.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import { findActiveRecording } from './recording-lifecycle.repo.ts'
import { recordingSteps } from './recording-lifecycle.state.ts'
import type { RecordingRef } from './recording-steps.job.ts'
import { enqueueStep } from './recording-steps.ts'

/** Enqueues the step that was interrupted. Does nothing when the recording has completed or failed. */
export async function resumeRecording(enqueue: Enqueue, tx: Tx, ref: RecordingRef): Promise<void> {
  const recording = await findActiveRecording(tx, ref)
  if (recording && recordingSteps.some((step) => step === recording.state))
    await enqueueStep(enqueue, tx, recording, recording.state)
}
