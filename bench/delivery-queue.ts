/**
 * Deliveries with leases, as Inlet makes them, compared with jobs of pg-boss: how many a second, and how long an endpoint that
 * works waits for an event while another one with many due deliveries never answers. docs/adr/0079 is based on it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { requestsPerWebhook } from '@inlet/server/src/features/webhooks/delivery.policy.ts'
import { startSystem } from '../scripts/system.ts'
import type { DeliveryQueue } from './lib/delivery-queue.ts'
import { measureSending } from './lib/delivery-rate.ts'
import { makeTokens, openBenchDeps } from './lib/fixtures.ts'
import { createJobQueue, type JobQueueOptions, openBoss } from './lib/job-queue.ts'
import { createLeaseQueue } from './lib/lease-queue.ts'
import { median } from './lib/probe.ts'
import { type Receiver, startReceiver } from './lib/receiver.ts'

const rounds = 3
const deliveries = 5_000
const dueOfSilent = 10_000
const samples = 40
/** A sample that is not received within this time counts as this, and ends the measurement. */
const maxWaitMs = 10_000

/** With groups, pg-boss itself limits the requests in flight to an endpoint, over all processes. */
const jobQueues: JobQueueOptions[] = [
  {
    name: 'groups',
    isQueuePerEndpoint: false,
    work: { groupConcurrency: requestsPerWebhook, localConcurrency: 4, batchSize: 10 },
  },
  {
    name: 'groups-small-batches',
    isQueuePerEndpoint: false,
    work: { groupConcurrency: requestsPerWebhook, localConcurrency: 24, batchSize: 2 },
  },
  { name: 'large-batches', isQueuePerEndpoint: false, work: { localConcurrency: 2, batchSize: 500 } },
  { name: 'queue-per-endpoint', isQueuePerEndpoint: true, work: { localConcurrency: 1, batchSize: 500 } },
]

interface Figures {
  name: string
  perSecond: number[]
  p95Ms: number[]
}

export async function run(): Promise<void> {
  const system = await startSystem({
    apis: 0,
    workers: 0,
    env: { INLET_OUTBOUND_ALLOWED: '127.0.0.0/8' },
  })
  const deps = await openBenchDeps({ ...system.env, DATABASE_POOL_SIZE: '10' })
  const boss = await openBoss(deps.config.DATABASE_URL)
  const receiver = await startReceiver()
  try {
    const { teamId } = await makeTokens(deps, 1, 1000, 1)
    const queues = [
      createLeaseQueue(deps, receiver.url, teamId),
      ...jobQueues.map((options) => createJobQueue({ deps, boss }, receiver.url, options)),
    ]
    const figures = queues.map(({ name }): Figures => ({ name, perSecond: [], p95Ms: [] }))
    for (const queue of queues) await queue.open()
    // Alternating, so that other load on the machine affects all alike.
    for (let i = 0; i < rounds; i += 1)
      for (const [n, queue] of queues.entries()) {
        const perSecond = await measureRate(queue, receiver)
        const p95Ms = await measureBesideSilent(queue, receiver)
        figures[n]?.perSecond.push(perSecond)
        figures[n]?.p95Ms.push(p95Ms)
        console.log('round', i + 1, queue.name, `per_second=${Math.round(perSecond)} p95_ms=${p95Ms}`)
      }
    const leases = figures[0]?.perSecond ?? []
    const results = figures.map(({ name, perSecond, p95Ms }) => {
      const ratios = perSecond.map((rate, i) => rate / (leases[i] ?? rate))
      return `${name}: rate_ratio=${median(ratios).toFixed(2)} p95_ms=${median(p95Ms)}`
    })
    console.log(`delivery-queue ${results.join(' ')}`)
  } finally {
    await receiver.close()
    await boss.stop({ graceful: false })
    await deps.close()
    await system.stop()
  }
}

async function measureRate(queue: DeliveryQueue, receiver: Receiver): Promise<number> {
  await queue.add('prompt', deliveries)
  const { perSecond } = await measureSending(receiver, deliveries, async (complete) => {
    await queue.start()
    await complete
  })
  await queue.stop()
  return perSecond
}

async function measureBesideSilent(queue: DeliveryQueue, receiver: Receiver): Promise<number> {
  await queue.add('silent', dueOfSilent)
  await queue.start()
  await sleep(1_000)
  const latencies: number[] = []
  while (latencies.length < samples && (latencies.at(-1) ?? 0) < maxWaitMs) {
    const arrived = receiver.nextObserved()
    const emittedAt = Date.now()
    await queue.add('observed', 1)
    const arrival = await Promise.race([arrived, sleep(maxWaitMs, undefined, { ref: false })])
    latencies.push(arrival ? arrival.at - emittedAt : maxWaitMs)
    await sleep(100)
  }
  await queue.stop()
  latencies.sort((a, b) => a - b)
  return latencies[Math.ceil(latencies.length * 0.95) - 1] ?? 0
}
