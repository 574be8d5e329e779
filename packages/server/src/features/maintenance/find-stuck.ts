/** Records and jobs that no longer move, each with the reason and the way out. */
import type { Db } from '../../platform/db/database.ts'
import { abandonedAfterHours } from './drop-abandoned-records.ts'
import {
  listDeadLetters,
  listDroppedRecords,
  listOverdueJobs,
  listOverdueTrash,
  listSilentJobs,
  listUnsweptUploads,
  type StuckRow,
} from './stuck.repo.ts'

export interface Stuck extends StuckRow {
  reason: string
  mend: string
}

/** Three times the sweeper's pace: less is no sign of anything. */
const sweptWithinMinutes = 15

export async function findStuck(db: Db, waitMinutes: number): Promise<Stuck[]> {
  const explain = (rows: StuckRow[], reason: string, mend: (row: StuckRow) => string): Stuck[] =>
    rows.map((row) => ({ ...row, reason, mend: mend(row) }))
  return [
    ...explain(
      await listOverdueJobs(db, waitMinutes),
      `is due for more than ${waitMinutes} minutes: no worker runs, or all slots are taken`,
      () => 'start a worker, or raise INLET_WORKER_SLOTS',
    ),
    ...explain(
      await listSilentJobs(db),
      'its worker is silent for more than half a minute, and no other worker has noticed',
      () => 'start a worker: it takes the job over within seconds',
    ),
    ...explain(
      await listDeadLetters(db),
      'all attempts are used up',
      ({ id }) =>
        `find the reason with "inlet-admin jobs list --state dead", then "inlet-admin jobs retry ${id}"`,
    ),
    ...explain(
      await listDroppedRecords(db, sweptWithinMinutes),
      'is at work without a job, and the sweeper has not seen it',
      () => 'start a worker: its sweeper ends or resumes it within five minutes',
    ),
    ...explain(
      await listUnsweptUploads(db, abandonedAfterHours + 1),
      'was begun more than a day ago and never completed',
      () => 'start a worker, or run "inlet-admin gc"',
    ),
    ...explain(
      await listOverdueTrash(db, 60),
      'should have been removed from the store more than an hour ago',
      () => 'start a worker; if one runs, look for storage errors with "inlet-admin doctor"',
    ),
  ]
}
