/**
 * Figures about the whole deployment, read from the database when Prometheus asks. Every process tells the same, so that
 * they are there as long as any process is; dashboards and alerts take the largest.
 */
import { statfs } from 'node:fs/promises'
import type { Db } from '../../platform/db/database.ts'
import { type GaugeOptions, gaugeOf, type Registry } from '../../platform/telemetry/gauges.ts'
import {
  type QueueFigures,
  readQueueFigures,
  readStoredBytes,
  readSystemFigures,
  type StoredBytes,
  type SystemFigures,
} from './figures.repo.ts'

/** Several scrapers, and several gauges of one scrape, share an answer. */
const freshMs = 5_000
const storedFreshMs = 5 * 60_000

export function reportFigures(registry: Registry, db: Db): void {
  const queues = kept(freshMs, () => readQueueFigures(db))
  const system = kept(freshMs, () => readSystemFigures(db))
  const stored = kept(storedFreshMs, () => readStoredBytes(db))

  const byJob = (pick: (figures: QueueFigures) => number) => async () =>
    (await queues()).map((one) => ({ labels: { kind: one.kind }, value: pick(one) }))
  const one = (pick: (figures: SystemFigures) => number) => async () => [
    { labels: {}, value: pick(await system()) },
  ]
  const gauge = (name: string, help: string, read: GaugeOptions['read'], labelNames: string[] = []) =>
    gaugeOf(registry, { name, help, labelNames, read })

  gauge(
    'inlet_queue_waiting_jobs',
    'Jobs that wait, by kind.',
    byJob(({ waiting }) => waiting),
    ['kind'],
  )
  gauge(
    'inlet_queue_running_jobs',
    'Jobs that run anywhere, by kind.',
    byJob(({ running }) => running),
    ['kind'],
  )
  gauge(
    'inlet_queue_failed_jobs',
    'Jobs of the last week that were given up, by kind.',
    byJob(({ failed }) => failed),
    ['kind'],
  )
  gauge(
    'inlet_queue_oldest_job_age_seconds',
    'How long the job that is due the longest has waited for a slot, by kind.',
    byJob(({ oldestSeconds }) => oldestSeconds),
    ['kind'],
  )
  gauge(
    'inlet_dead_letters',
    'Jobs whose attempts are used up.',
    one(({ deadLetters }) => deadLetters),
  )
  gauge(
    'inlet_workers_live',
    'Workers whose heartbeat is fresh.',
    one(({ workers }) => workers),
  )
  gauge(
    'inlet_trash_objects',
    'Objects that nobody owns, or not yet.',
    one(({ trash }) => trash),
  )
  gauge(
    'inlet_trash_overdue_objects',
    'Objects that should have been removed more than an hour ago.',
    one(({ overdueTrash }) => overdueTrash),
  )
  gauge(
    'inlet_database_connections',
    'Connections to the database server, of everybody.',
    one(({ connections }) => connections),
  )
  gauge(
    'inlet_database_connections_max',
    'Connections the database server allows.',
    one(({ maxConnections }) => maxConnections),
  )
  const bytesOf = ({ kind, state, bytes }: StoredBytes) => ({ labels: { kind, state }, value: bytes })
  gauge(
    'inlet_stored_bytes',
    'Accepted uploads by kind and state of their record.',
    async () => (await stored()).map(bytesOf),
    ['kind', 'state'],
  )
}

/** Of the folder for files in work; only a worker has one. */
export function reportWorkDir(registry: Registry, dir: string): void {
  const read = (pick: (stats: { bavail: number; blocks: number; bsize: number }) => number) => async () => [
    { labels: {}, value: pick(await statfs(dir)) },
  ]
  gaugeOf(registry, {
    name: 'inlet_work_dir_free_bytes',
    help: 'Room in INLET_WORK_DIR.',
    read: read(({ bavail, bsize }) => bavail * bsize),
  })
  gaugeOf(registry, {
    name: 'inlet_work_dir_size_bytes',
    help: 'Size of the disk of INLET_WORK_DIR.',
    read: read(({ blocks, bsize }) => blocks * bsize),
  })
}

/** One question at a time, and its answer for a while. */
function kept<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined
  let until = 0
  return () => {
    if (answer === undefined || performance.now() > until) {
      until = performance.now() + ms
      answer = read().catch((error: unknown) => {
        answer = undefined
        throw error
      })
    }
    return answer
  }
}
