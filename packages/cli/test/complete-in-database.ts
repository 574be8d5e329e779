/** Ends imports without processing them, for tests of imports that are too many for a small machine. */
import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { inject } from 'vitest'

const run = promisify(execFile)
const pauseMs = 1000

/** Suspends the workers. Returns a function that ends this. */
export function completeInDatabase(projectId: number): () => Promise<void> {
  const signalWorkers = (signal: NodeJS.Signals) => {
    for (const pid of inject('workerPids')) process.kill(pid, signal)
  }
  const statement = `update file set status = 'completed', completed_at = now()
    where project_id = ${projectId} and status = 'processing'`
  let isEnded = false
  async function complete(): Promise<void> {
    while (!isEnded) {
      await run('psql', [
        '--no-psqlrc',
        '-q',
        '-d',
        inject('systemEnv')['DATABASE_URL'] ?? '',
        '-c',
        statement,
      ])
      await sleep(pauseMs)
    }
  }
  signalWorkers('SIGSTOP')
  const completing = complete()
  return async () => {
    isEnded = true
    signalWorkers('SIGCONT')
    await completing
  }
}
