/** Runs the steps of imported recordings. A new step is an entry here, in the state table and in the list of jobs. */
import type { Attempt } from '../../platform/jobs/attempt.ts'
import { processRecording } from './process-recording.handler.ts'
import { protectRecording } from './protect-recording.handler.ts'
import type { RecordingDeps, RecordingStepRequest } from './recording-deps.handler.ts'
import { findActiveRecording } from './recording-lifecycle.repo.ts'
import type { RecordingStep } from './recording-lifecycle.state.ts'
import type { RecordingRef } from './recording-steps.job.ts'
import { transcribeRecording } from './transcribe-recording.handler.ts'

const steps: Record<RecordingStep, (deps: RecordingDeps, request: RecordingStepRequest) => Promise<void>> = {
  process: processRecording,
  transcribe: transcribeRecording,
  protect: protectRecording,
}

/** Does nothing when the recording is not, or no longer, at this step. */
export async function handleRecordingStep(
  deps: RecordingDeps,
  step: RecordingStep,
  { owner, id }: RecordingRef,
  attempt: Attempt,
): Promise<void> {
  const recording = await findActiveRecording(deps.db, { owner, id })
  if (recording?.state !== step) return
  await deps.processing.inWorkDir((workDir) => steps[step](deps, { recording, attempt, workDir }))
}
