import { type Command, Option } from 'commander'
import { findStuck } from '../../features/maintenance/jobs/find-stuck.ts'
import { retryJob, retryKind } from '../../features/maintenance/jobs/retry-job.ts'
import { isRecordKey } from '../../platform/http/keys.ts'
import { listJobs } from '../../platform/jobs/inspect-jobs.ts'
import { type JobState, jobStates } from '../../platform/jobs/job-table.ts'
import { cancelJob } from '../../platform/jobs/repair-jobs.ts'
import { jobs as knownJobs } from '../jobs.ts'
import { readInteger } from './arguments.ts'
import { AdminError, type OutputOptions, print, withContext } from './context.ts'
import { printMessage } from './messages.ts'
import { withQueue } from './operation-context.ts'

const kinds = knownJobs.map(({ name }) => name)
const noSuchJob = (id: string) =>
  new AdminError(`Job ${id} does not exist. "inlet-admin jobs list" shows waiting, running and failed jobs.`)

const defaultStates: JobState[] = ['waiting', 'retry', 'running', 'failed', 'dead']

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
    .addOption(kindOption().conflicts('id'))
    .option('--json', 'print JSON')
    .action((id: string | undefined, { kind, ...options }: OutputOptions & { kind?: string }) =>
      withQueue(async (context) => {
        if ((id === undefined) === (kind === undefined))
          throw new AdminError('Specify the id of a job, or --kind for all failed jobs of a kind.')
        if (kind !== undefined) return print(await retryKind(context, kind), options)
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
