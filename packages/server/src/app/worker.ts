/** Ties every job to its handler and runs them. */
import { handleTidy } from '../features/maintenance/tidy.handler.ts'
import { tidy } from '../features/maintenance/tidy.job.ts'
import {
  assertEveryJobHasOneHandler,
  type Binding,
  bindHandler,
  startWorker,
  type Worker,
} from '../platform/jobs/worker.ts'
import type { Deps } from './deps.ts'
import { jobs } from './jobs.ts'

function bindings(deps: Deps): Binding[] {
  return [bindHandler(tidy, (_payload, attempt) => handleTidy(deps, attempt))]
}

export function runWorker(deps: Deps): Worker {
  const bound = bindings(deps)
  assertEveryJobHasOneHandler(jobs, bound)
  return startWorker({
    boss: deps.queue.boss,
    bindings: bound,
    slots: deps.config.INLET_WORKER_SLOTS,
    log: deps.log,
    metrics: deps.metrics,
  })
}
