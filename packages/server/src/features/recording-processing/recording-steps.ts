import type { RecordingOwner } from '@inlet/contract/workspace'
import type { Tx } from '../../platform/db/database.ts'
import { deleteJobs } from '../../platform/jobs/delete-jobs.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import { type RecordingState, recordingSteps } from './recording-lifecycle.state.ts'
import { legacyJobNames, type RecordingRef, recordingJobKey, recordingJobs } from './recording-steps.job.ts'

/** Enqueues the job of the next step. `state` must be a step: the caller completes or fails a recording itself. */
export async function enqueueStep(
  enqueue: Enqueue,
  tx: Tx,
  { owner, id, teamId }: RecordingRef & { teamId: number },
  state: RecordingState | undefined,
): Promise<void> {
  const step = recordingSteps.find((one) => one === state)
  if (!step) throw new Error(`The recording cannot continue with ${state}.`)
  await enqueue(tx, recordingJobs[step], { v: 1, owner, id }, { teamId, key: recordingJobKey({ owner, id }) })
}

/** Deletes the jobs of erased recordings and returns their number. */
export async function deleteRecordingJobs(
  tx: Tx,
  owner: RecordingOwner,
  ids: readonly number[],
): Promise<number> {
  const keys = ids.map((id) => recordingJobKey({ owner, id }))
  const deleted = await deleteJobs(tx, Object.values(recordingJobs), keys)
  const legacy = legacyJobNames(owner).map((name) => ({ name }))
  return deleted + (await deleteJobs(tx, legacy, ids.map(String)))
}
