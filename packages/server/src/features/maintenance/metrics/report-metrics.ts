/**
 * Metrics of the whole deployment, read from the database on each scrape. Every process exposes the same values, so they
 * are available as long as any process runs; dashboards and alerts use the maximum.
 */
import { statfs } from 'node:fs/promises'
import type { Db } from '../../../platform/db/database.ts'
import { type QueueMetrics, readQueueMetrics } from '../../../platform/jobs/inspect-jobs.ts'
import { type GaugeOptions, type Registry, registerGauge } from '../../../platform/telemetry/gauges.ts'
import { readDeliveryMetrics } from '../../webhooks/webhooks.public.ts'
import { readStoredBytes, readSystemMetrics, type StoredBytes, type SystemMetrics } from './metrics.repo.ts'

/** Several scrapers, and several gauges of one scrape, share a query. */
const freshMs = 5_000
const storedFreshMs = 5 * 60_000

export function reportMetrics(registry: Registry, db: Db): void {
  const queues = kept(freshMs, () => readQueueMetrics(db))
  const system = kept(freshMs, () => readSystemMetrics(db))
  const deliveries = kept(freshMs, () => readDeliveryMetrics(db))
  const stored = kept(storedFreshMs, () => readStoredBytes(db))

  const byJob = (pick: (metrics: QueueMetrics) => number) => async () =>
    (await queues()).map((one) => ({ labels: { kind: one.kind }, value: pick(one) }))
  const one = (pick: (metrics: SystemMetrics) => number) => async () => [
    { labels: {}, value: pick(await system()) },
  ]
  const gauge = (name: string, help: string, read: GaugeOptions['read'], labelNames: string[] = []) =>
    registerGauge(registry, { name, help, labelNames, read })

  gauge(
    'inlet_queue_waiting_jobs',
    'Waiting jobs, by kind.',
    byJob(({ waiting }) => waiting),
    ['kind'],
  )
  gauge(
    'inlet_queue_running_jobs',
    'Running jobs of all workers, by kind.',
    byJob(({ running }) => running),
    ['kind'],
  )
  gauge(
    'inlet_queue_failed_jobs',
    'Jobs of the last week that failed all attempts, by kind.',
    byJob(({ failed }) => failed),
    ['kind'],
  )
  gauge(
    'inlet_queue_oldest_job_age_seconds',
    'Age of the oldest due job that waits for a slot, by kind.',
    byJob(({ oldestSeconds }) => oldestSeconds),
    ['kind'],
  )
  gauge(
    'inlet_dead_letters',
    'Jobs that failed all attempts.',
    one(({ deadLetters }) => deadLetters),
  )
  gauge(
    'inlet_workers_live',
    'Workers with a recent heartbeat.',
    one(({ workers }) => workers),
  )
  gauge(
    'inlet_trash_objects',
    'Orphaned objects, and objects without an owner yet.',
    one(({ trash }) => trash),
  )
  gauge(
    'inlet_trash_overdue_objects',
    'Objects whose deletion is more than an hour overdue.',
    one(({ overdueTrash }) => overdueTrash),
  )
  gauge(
    'inlet_database_connections',
    'Connections to the database server, from all clients.',
    one(({ connections }) => connections),
  )
  gauge(
    'inlet_database_connections_max',
    'Connections the database server allows.',
    one(({ maxConnections }) => maxConnections),
  )
  gauge('inlet_webhook_pending_deliveries', 'Deliveries that wait for their next attempt.', async () => [
    { labels: {}, value: (await deliveries()).pending },
  ])
  gauge(
    'inlet_webhook_oldest_due_seconds',
    'How long the oldest due delivery to a receiver that works has waited.',
    async () => [{ labels: {}, value: (await deliveries()).oldestDueSeconds }],
  )
  const bytesOf = ({ kind, state, bytes }: StoredBytes) => ({ labels: { kind, state }, value: bytes })
  gauge(
    'inlet_stored_bytes',
    'Accepted uploads by kind and state of their record.',
    async () => (await stored()).map(bytesOf),
    ['kind', 'state'],
  )
}

/** Free space of the work directory, which only workers have. */
export function reportWorkDir(registry: Registry, dir: string): void {
  const read = (pick: (stats: { bavail: number; blocks: number; bsize: number }) => number) => async () => [
    { labels: {}, value: pick(await statfs(dir)) },
  ]
  registerGauge(registry, {
    name: 'inlet_work_dir_free_bytes',
    help: 'Room in INLET_WORK_DIR.',
    read: read(({ bavail, bsize }) => bavail * bsize),
  })
  registerGauge(registry, {
    name: 'inlet_work_dir_size_bytes',
    help: 'Size of the disk of INLET_WORK_DIR.',
    read: read(({ blocks, bsize }) => blocks * bsize),
  })
}

/** Runs one query at a time and caches its result. */
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
