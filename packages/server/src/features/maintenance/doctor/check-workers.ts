import type { Db } from '../../../platform/db/database.ts'
import {
  countDeadLetters,
  countOverdueJobs,
  countWorkers,
  readLastCompletion,
} from '../../../platform/jobs/inspect-jobs.ts'
import { sweepRecords } from '../garbage-collection/sweep-records.job.ts'
import { type CheckResult, failed, ok, warning } from './check-result.ts'

const overdueAfterMinutes = 15
const sweptWithinMs = 15 * 60_000

/** Heartbeats are in the database, so this works from any machine. */
export async function checkWorkers(db: Db, now: () => number): Promise<CheckResult[]> {
  const { live, vanished } = await countWorkers(db)
  const lastSweep = await readLastCompletion(db, sweepRecords)
  const deadLetters = await countDeadLetters(db)
  const overdue = await countOverdueJobs(db, overdueAfterMinutes)
  const results: CheckResult[] = []
  if (live === 0)
    results.push(failed('workers', 'no worker is running, so nothing is processed', 'Start a worker.'))
  else if (vanished > 0)
    results.push(
      warning(
        'workers',
        `${live} running, ${vanished} lost today without a shutdown`,
        'Check their last log lines.',
      ),
    )
  else results.push(ok('workers', `${live} running`))
  if (live > 0 && lastSweep && now() - lastSweep.getTime() > sweptWithinMs)
    results.push(
      warning(
        'sweeper',
        `last ran at ${lastSweep.toISOString()}`,
        'Check the worker log for errors of the sweep-records job.',
      ),
    )
  results.push(
    overdue === 0 && deadLetters === 0
      ? ok('jobs', 'none overdue, no dead letters')
      : warning(
          'jobs',
          `${overdue} overdue, ${deadLetters} dead letters`,
          'Run "inlet-admin stuck" to list them with the fix for each.',
        ),
  )
  return results
}
