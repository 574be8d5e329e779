import { type Command, Option } from 'commander'
import { findStuck } from '../../features/maintenance/jobs/find-stuck.ts'
import { retryFailedByMachine, retryJob, retryKind } from '../../features/maintenance/jobs/retry-job.ts'
import { isRecordKey } from '../../platform/http/keys.ts'
import { listJobs } from '../../platform/jobs/inspect-jobs.ts'
import { type JobState, jobStates } from '../../platform/jobs/job-table.ts'
import { cancelJob } from '../../platform/jobs/repair-jobs.ts'
import { jobs as knownJobs } from '../jobs.ts'
import { readDate, readInteger } from './arguments.ts'
import { AdminError, type OutputOptions, print, withContext } from './context.ts'
import { printMessage } from './messages.ts'
import { withQueue } from './operation-context.ts'

const kinds = knownJobs.map(({ name }) => name)
const noSuchJob = (id: string) =>
  new AdminError(`Job ${id} does not exist. "inlet-admin jobs list" shows waiting, running and failed jobs.`)

const defaultStates: JobState[] = ['waiting', 'retry', 'running', 'failed', 'dead']

interface RetryOptions extends OutputOptions {
  kind?: string
  failedBy?: 'machine'
  since?: Date
  dryRun?: boolean
}

interface ListOptions extends OutputOptions {
  state?: JobState
  kind?: string
  limit: number
}

export function addJobCommands(program: Command): void {
  const jobs = program.command('jobs').description('manage background jobs')
  const kindOption = () => new Option('--kind <kind>', 'only jobs of this kind').choices(kinds)

  jobs
    .command('list')
    .description('list jobs, oldest first; without --state, all unfinished and failed ones')
    .addOption(new Option('--state <state>', 'only jobs in this state').choices(jobStates))
    .addOption(kindOption())
    .option('--limit <n>', 'maximum number of jobs', readInteger(1, 10_000), 100)
    .option('--json', 'print JSON')
    .action(({ state, kind, limit, ...options }: ListOptions) =>
      withContext(async ({ db }) => {
        print(await listJobs(db, { states: state ? [state] : defaultStates, kind, limit }), options)
      }),
    )

  jobs
    .command('retry')
    .description('retry a job: immediately if it waits, as a new job if it failed all attempts')
    .argument('[id]', 'id of the job')
    .addOption(kindOption())
    .addOption(
      new Option(
        '--failed-by <cause>',
        'all jobs that failed because of a machine: full disk, no memory, missing program',
      ).choices(['machine']),
    )
    .option(
      '--since <date>',
      'with --failed-by: only those that failed since then, e.g. 2026-11-01',
      readDate,
    )
    .option('--dry-run', 'with --failed-by: only list what would be retried')
    .option('--json', 'print JSON')
    .action((id: string | undefined, { kind, failedBy, since, dryRun, ...options }: RetryOptions) =>
      withQueue(async (context) => {
        if ([id, kind, failedBy].filter((choice) => choice !== undefined).length !== 1)
          throw new AdminError(
            'Specify one of: the id of a job, --kind for all failed jobs of a kind, or --failed-by machine.',
          )
        if ((since !== undefined || dryRun) && failedBy === undefined)
          throw new AdminError('--since and --dry-run need --failed-by machine.')
        if (kind !== undefined) return print(await retryKind(context, kind), options)
        if (failedBy !== undefined) {
          const isDryRun = dryRun === true
          const found = await retryFailedByMachine(context, { since: since ?? null, isDryRun })
          if (found.length > 0 || options.json) print(found, options)
          const count = `${found.length} ${found.length === 1 ? 'job' : 'jobs'}`
          return printMessage(isDryRun ? `${count} would be retried.` : `${count} retried.`)
        }
        const retried = isRecordKey(id ?? '') ? await retryJob(context, id ?? '') : undefined
        if (!retried) throw noSuchJob(id ?? '')
        print(retried, options)
      }),
    )

  jobs
    .command('cancel')
    .description('cancel a waiting or running job; its record fails within five minutes')
    .argument('<id>', 'id of the job')
    .option('--json', 'print JSON')
    .action((id: string, options: OutputOptions) =>
      withContext(async ({ db }) => {
        if (!isRecordKey(id) || !(await cancelJob(db, id)))
          throw new AdminError(`No job ${id} is waiting or running. "inlet-admin jobs list" shows them.`)
        print({ id, state: 'cancelled' }, options)
      }),
    )

  program
    .command('stuck')
    .description('list stuck jobs and records with the reason and what to do; exits with 1 if there are any')
    .option('--minutes <n>', 'minutes that a job may wait for a slot', readInteger(1, 10_000), 15)
    .option('--json', 'print JSON')
    .action(({ minutes, ...options }: OutputOptions & { minutes: number }) =>
      withContext(async ({ db }) => {
        const stuck = await findStuck(db, minutes)
        if (stuck.length > 0 || options.json) print(stuck, options)
        else printMessage('Nothing is stuck.')
        if (stuck.length > 0) process.exitCode = 1
      }),
    )
}
