import { type Command, Option } from 'commander'
import { findStuck } from '../../features/maintenance/find-stuck.ts'
import {
  cancelWaitingOrRunning,
  type JobState,
  jobStates,
  listJobs,
} from '../../features/maintenance/jobs.repo.ts'
import { retryJob, retryKind } from '../../features/maintenance/retry-job.ts'
import { isRecordKey } from '../../platform/http/keys.ts'
import { jobs as knownJobs } from '../jobs.ts'
import { readInteger } from './arguments.ts'
import { AdminError, type OutputOptions, print, withContext } from './context.ts'
import { withQueue } from './operation-context.ts'
import { say } from './talk.ts'

const kinds = knownJobs.map(({ name }) => name)
const noSuchJob = (id: string) =>
  new AdminError(`There is no job ${id}. "inlet-admin jobs list" shows those that wait, run or have failed.`)

const defaultStates: JobState[] = ['waiting', 'retry', 'running', 'failed', 'dead']

interface ListOptions extends OutputOptions {
  state?: JobState
  kind?: string
  limit: number
}

export function addJobCommands(program: Command): void {
  const jobs = program.command('jobs').description('background work: what waits, runs or has failed')
  const kindOption = () => new Option('--kind <kind>', 'only jobs of this kind').choices(kinds)

  jobs
    .command('list')
    .description('show jobs, the oldest first; without --state all that are not done')
    .addOption(new Option('--state <state>', 'only jobs in this state').choices(jobStates))
    .addOption(kindOption())
    .option('--limit <n>', 'at most so many', readInteger(1, 10_000), 100)
    .option('--json', 'print JSON')
    .action(({ state, kind, limit, ...options }: ListOptions) =>
      withContext(async ({ db }) => {
        print(await listJobs(db, { states: state ? [state] : defaultStates, kind, limit }), options)
      }),
    )

  jobs
    .command('retry')
    .description('run a job again: at once if it waits, anew if its attempts are used up')
    .argument('[id]', 'of the job')
    .addOption(kindOption().conflicts('id'))
    .option('--json', 'print JSON')
    .action((id: string | undefined, { kind, ...options }: OutputOptions & { kind?: string }) =>
      withQueue(async (context) => {
        if ((id === undefined) === (kind === undefined))
          throw new AdminError('Give the id of a job, or --kind for all jobs of a kind that have failed.')
        if (kind !== undefined) return print(await retryKind(context, kind), options)
        const retried = isRecordKey(id ?? '') ? await retryJob(context, id ?? '') : undefined
        if (!retried) throw noSuchJob(id ?? '')
        print(retried, options)
      }),
    )

  jobs
    .command('cancel')
    .description('stop a job that waits or runs; its record ends with an error within five minutes')
    .argument('<id>', 'of the job')
    .option('--json', 'print JSON')
    .action((id: string, options: OutputOptions) =>
      withContext(async ({ db }) => {
        if (!isRecordKey(id) || !(await cancelWaitingOrRunning(db, id)))
          throw new AdminError(`No job ${id} is waiting or running. "inlet-admin jobs list" shows them.`)
        print({ id, state: 'cancelled' }, options)
      }),
    )

  program
    .command('stuck')
    .description(
      'show jobs and records that no longer move, why, and what to do; exit code 1 if there are any',
    )
    .option('--minutes <n>', 'how long a job may wait for a slot', readInteger(1, 10_000), 15)
    .option('--json', 'print JSON')
    .action(({ minutes, ...options }: OutputOptions & { minutes: number }) =>
      withContext(async ({ db }) => {
        const stuck = await findStuck(db, minutes)
        if (stuck.length > 0 || options.json) print(stuck, options)
        else say('Everything moves.')
        if (stuck.length > 0) process.exitCode = 1
      }),
    )
}
