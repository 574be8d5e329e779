import type { Deps } from '../../src/app/deps.ts'
import { mailBindings } from '../../src/app/worker.ts'
import { startWorker, type Worker } from '../../src/platform/jobs/worker.ts'

/** Sends the e-mails of the app in this process. */
export function startMailWorker(deps: Deps): Worker {
  const { log, metrics, queue } = deps
  return startWorker({ boss: queue.boss, bindings: mailBindings(deps), slots: 1, log, metrics, pollMs: 50 })
}
