import { type Db, inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { EnqueueRaw } from '../../../platform/jobs/enqueue.ts'
import {
  type FaultyJob,
  listEndedJobIds,
  listJobsFailedByMachine,
} from '../../../platform/jobs/inspect-jobs.ts'
import type { JobState } from '../../../platform/jobs/job-table.ts'
import { deleteEndedJobs, lockJob, startWaitingJobNow } from '../../../platform/jobs/repair-jobs.ts'
import { reviveRecord } from './revive-record.ts'

export interface RetryDeps {
  db: Db
  enqueueRaw: EnqueueRaw
}

export interface RetriedJob {
  id: string
  kind: string
  was: JobState
  outcome: 'enqueued again' | 'starts now' | 'runs already' | 'is done'
}

/** Undefined when the job does not exist. A failed record resumes processing in the same transaction. */
export async function retryJobIn(
  tx: Tx,
  enqueueRaw: EnqueueRaw,
  id: string,
): Promise<RetriedJob | undefined> {
  const job = await lockJob(tx, id)
  if (!job) return undefined
  const { kind, state: was, key, group_id: group, data } = job
  const retried = (outcome: RetriedJob['outcome']) => ({ id, kind, was, outcome })
  if (was === 'running') return retried('runs already')
  if (was === 'completed') return retried('is done')
  if (was === 'waiting' || was === 'retry') {
    await startWaitingJobNow(tx, job)
    return retried('starts now')
  }
  await deleteEndedJobs(tx, job)
  const next = key === null ? kind : await reviveRecord(tx, kind, key)
  await enqueueRaw(tx, { kind: next, data, key, group })
  return retried('enqueued again')
}

export const retryJob = ({ db, enqueueRaw }: RetryDeps, id: string): Promise<RetriedJob | undefined> =>
  inTransaction(db, (tx) => retryJobIn(tx, enqueueRaw, id))

/** Retries what used up its attempts because of a machine. A dry run only lists them. */
export async function retryFailedByMachine(
  deps: RetryDeps,
  { since, isDryRun }: { since: Date | null; isDryRun: boolean },
): Promise<(FaultyJob & { outcome: string })[]> {
  const retried: (FaultyJob & { outcome: string })[] = []
  for (const job of await listJobsFailedByMachine(deps.db, since)) {
    const outcome = isDryRun ? 'would be retried' : (await retryJob(deps, job.id))?.outcome
    if (outcome !== undefined) retried.push({ ...job, outcome })
  }
  return retried
}

/** All cancelled jobs and dead letters of this kind. */
export async function retryKind(deps: RetryDeps, kind: string): Promise<RetriedJob[]> {
  const retried: RetriedJob[] = []
  for (const id of await listEndedJobIds(deps.db, kind)) {
    const job = await retryJob(deps, id)
    if (job) retried.push(job)
  }
  return retried
}
