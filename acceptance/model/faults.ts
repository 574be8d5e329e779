/** Kills, restarts and pauses processes and breaks database connections while sequences run. */
import { setTimeout as sleep } from 'node:timers/promises'
import { findProgram } from '../../scripts/services/packages.ts'
import { run } from '../../scripts/services/run.ts'
import { choose } from './contents.ts'
import type { Processes } from './processes.ts'

export interface FaultTally {
  kills: number
  faults: number
}

export interface Faults {
  tally: FaultTally
  stop(): Promise<void>
}

export interface FaultOptions {
  processes: Processes
  databaseUrl: string
  random: () => number
  /** Average time between two events of a kind of process, at least. */
  everyMs: number
}

/** A worker that is paused longer than this loses its jobs to another one. */
const leaseMs = 15_000

export function startFaults({ processes, databaseUrl, random, everyMs }: FaultOptions): Faults {
  const tally: FaultTally = { kills: 0, faults: 0 }
  let isStopped = false
  const pick = (count: number) => Math.floor(random() * count)
  const killed = () => {
    tally.kills += 1
    return 'SIGKILL' as const
  }
  const ended = () => {
    tally.faults += 1
    return 'SIGTERM' as const
  }

  // One event at a time per kind, so that one process of each kind keeps working.
  const apiEvents: [number, () => Promise<void>][] = [
    [4, () => processes.replace('api', pick(processes.apiCount), killed())],
    [1, () => processes.replace('api', pick(processes.apiCount), ended())],
    [
      3,
      async () => {
        tally.faults += 1
        await endConnections(databaseUrl)
      },
    ],
  ]
  const workerEvents: [number, () => Promise<void>][] = [
    [4, () => processes.replace('worker', pick(processes.workerCount), killed())],
    [1, () => processes.replace('worker', pick(processes.workerCount), ended())],
    [
      2,
      () => {
        tally.faults += 1
        const isLong = random() < 0.25
        return processes.pauseWorker(
          pick(processes.workerCount),
          isLong ? leaseMs * 1.5 : 500 + random() * 4_000,
        )
      },
    ],
  ]

  async function repeat(events: readonly [number, () => Promise<void>][]): Promise<void> {
    let tookMs = 0
    while (!isStopped) {
      // On a busy machine a process starts slowly and needs longer to get anything done before the next event.
      await sleep(Math.max(everyMs, tookMs) * (0.5 + random()))
      if (isStopped) return
      const startedAt = performance.now()
      await choose(events, pick(1_000_000))()
      tookMs = performance.now() - startedAt
    }
  }
  const running = Promise.all([repeat(apiEvents), repeat(workerEvents)])
  running.catch((error: unknown) => console.error('Injecting faults failed:', error))
  return {
    tally,
    async stop() {
      isStopped = true
      await running
    },
  }
}

/** Ends every other connection to the database, as a restart of PostgreSQL or a firewall does. */
async function endConnections(databaseUrl: string): Promise<void> {
  const psql = findProgram('psql')
  if (!psql) throw new Error('psql is not installed.')
  const url = new URL(databaseUrl)
  const env = { PGPASSWORD: decodeURIComponent(url.password), PGCONNECT_TIMEOUT: '5' }
  url.password = ''
  const statement =
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = current_user and pid <> pg_backend_pid()'
  await run([psql, '--no-psqlrc', '-qAt', '-c', statement, '-d', url.href], { env, timeoutMs: 30_000 })
}
