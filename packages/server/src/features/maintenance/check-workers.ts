import type { Db } from '../../platform/db/database.ts'
import { readWorkerFacts } from './diagnosis.repo.ts'
import { type Finding, failed, ok, warning } from './finding.ts'

const sweptWithinMs = 15 * 60_000

/** Heartbeats stand in the database, so this works from any machine. */
export async function checkWorkers(db: Db, now: () => number): Promise<Finding[]> {
  const { live, dead, lastSweep, deadLetters, overdue } = await readWorkerFacts(db)
  const findings: Finding[] = []
  if (live === 0)
    findings.push(failed('workers', 'no worker is alive: nothing is processed', 'Start a worker.'))
  else if (dead > 0)
    findings.push(
      warning(
        'workers',
        `${live} alive, ${dead} vanished today without stopping`,
        'Look at their last log lines.',
      ),
    )
  else findings.push(ok('workers', `${live} alive`))
  if (live > 0 && lastSweep && now() - lastSweep.getTime() > sweptWithinMs)
    findings.push(
      warning(
        'sweeper',
        `last ran at ${lastSweep.toISOString()}`,
        'Look for errors of the job sweep in the log.',
      ),
    )
  findings.push(
    overdue === 0 && deadLetters === 0
      ? ok('jobs', 'none is overdue or given up')
      : warning(
          'jobs',
          `${overdue} overdue, ${deadLetters} given up`,
          '"inlet-admin stuck" says which, and what to do.',
        ),
  )
  return findings
}
