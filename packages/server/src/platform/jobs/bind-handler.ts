import { Compile } from 'typebox/compile'
import type { Attempt } from './attempt.ts'
import type { Job, JobPayload } from './job.ts'

export type Handler<J extends Job = Job> = (payload: JobPayload<J>, attempt: Attempt) => Promise<void>

export interface Binding {
  job: Job
  handle: (payload: unknown, attempt: Attempt) => Promise<void>
}

/** Binds a handler to its job; the payload is validated before the handler is called. */
export function bindHandler<J extends Job>(job: J, handler: Handler<J>): Binding {
  const check = Compile(job.payload)
  return {
    job,
    handle(payload, attempt) {
      if (!check.Check(payload)) throw new Error(`The payload of ${job.name} does not match its schema.`)
      return handler(payload as JobPayload<J>, attempt)
    },
  }
}

/** A job without a handler would wait forever, and with two it would be undefined which one runs. */
export function assertEveryJobHasOneHandler(jobs: readonly Job[], bindings: readonly Binding[]): void {
  const problems = [
    ...jobs
      .filter((job) => !bindings.some((binding) => binding.job === job))
      .map((job) => `${job.name} has no handler`),
    ...bindings
      .filter(({ job }, i) => bindings.findIndex((b) => b.job === job) !== i)
      .map(({ job }) => `${job.name} has two handlers`),
    ...bindings
      .filter(({ job }) => !jobs.includes(job))
      .map(({ job }) => `${job.name} is not in the list of jobs`),
  ]
  if (problems.length > 0) throw new Error(`The worker cannot start: ${problems.join('; ')}.`)
}
