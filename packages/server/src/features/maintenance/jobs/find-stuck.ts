/** Stuck records and jobs, each with the reason and the remedy. */
import type { Db } from '../../../platform/db/database.ts'
import {
  type JobSince,
  listOldestDeadLetters,
  listOverdueJobs,
  listSilentJobs,
} from '../../../platform/jobs/inspect-jobs.ts'
import { abandonedAfterHours } from '../garbage-collection/drop-abandoned-records.ts'
import {
  listDroppedRecords,
  listOverdueTrash,
  listUnsweptUploads,
  type StuckRow,
  stuckLimit,
} from './stuck.repo.ts'

export interface Stuck extends StuckRow {
  reason: string
  fix: string
}

/** Three sweeper intervals; a shorter delay is normal. */
const sweptWithinMinutes = 15

export async function findStuck(db: Db, waitMinutes: number): Promise<Stuck[]> {
  const explain = (rows: StuckRow[], reason: string, fix: (row: StuckRow) => string): Stuck[] =>
    rows.map((row) => ({ ...row, reason, fix: fix(row) }))
  return [
    ...explain(
      (await listOverdueJobs(db, waitMinutes, stuckLimit)).map(rowOf),
      `overdue by more than ${waitMinutes} minutes: no worker is running, or all slots are busy`,
      () => 'start a worker, or raise INLET_WORKER_SLOTS',
    ),
    ...explain(
      (await listSilentJobs(db, stuckLimit)).map(rowOf),
      'its worker has sent no heartbeat for over 30 seconds, and no other worker has taken it over',
      () => 'start a worker; it takes over the job within seconds',
    ),
    ...explain(
      (await listOldestDeadLetters(db, stuckLimit)).map(rowOf),
      'all attempts are used up',
      ({ id }) =>
        `find the reason with "inlet-admin jobs list --state dead", then "inlet-admin jobs retry ${id}"`,
    ),
    ...explain(
      await listDroppedRecords(db, sweptWithinMinutes),
      'is processing without a job, and the sweeper has not handled it',
      () => 'start a worker; its sweeper fails or resumes it within five minutes',
    ),
    ...explain(
      await listUnsweptUploads(db, abandonedAfterHours + 1),
      'was started more than a day ago and never completed',
      () => 'start a worker, or run "inlet-admin gc"',
    ),
    ...explain(
      await listOverdueTrash(db, 60),
      'should have been deleted from the store more than an hour ago',
      () => 'start a worker; if one is running, check for storage errors with "inlet-admin doctor"',
    ),
  ]
}

const rowOf = ({ kind, id, since }: JobSince): StuckRow => ({ what: kind, id, since })
