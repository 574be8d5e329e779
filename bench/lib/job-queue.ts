/**
 * Deliveries as jobs of pg-boss, one each. Simplified in its favour: the event is in the job, nobody checks whether the API key
 * may still see it, and no history is kept for the owner of the webhook.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Event } from '@inlet/contract'
import type { Deps } from '@inlet/server/src/app/deps.ts'
import { attemptDelivery } from '@inlet/server/src/features/webhooks/attempt-delivery.ts'
import { requestsPerWebhook } from '@inlet/server/src/features/webhooks/delivery.policy.ts'
import { createSign } from '@inlet/server/src/features/webhooks/sign-event.ts'
import { newWebhookSecret } from '@inlet/server/src/features/webhooks/webhook-secret.ts'
import { mapBounded } from '@inlet/server/src/platform/map-bounded.ts'
import { type Job, type JobResult, PgBoss, type WorkOptions } from 'pg-boss'
import { type DeliveryQueue, type Endpoint, endpoints } from './delivery-queue.ts'

export interface JobQueueOptions {
  name: string
  /** One queue for all endpoints, or one for each. */
  isQueuePerEndpoint: boolean
  work: Pick<WorkOptions, 'batchSize' | 'localConcurrency' | 'groupConcurrency'>
}

interface Payload {
  endpoint: Endpoint
  event: Event
}

const schema = 'delivery_bench'
const insertedAtOnce = 5_000

export async function openBoss(databaseUrl: string): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    schema,
    max: 10,
    useListenNotify: true,
    schedule: false,
  })
  boss.on('error', (error) => console.error(error))
  return boss.start()
}

export function createJobQueue(
  { deps, boss }: { deps: Deps; boss: PgBoss },
  receiverUrl: string,
  { name, isQueuePerEndpoint, work }: JobQueueOptions,
): DeliveryQueue {
  const sign = createSign([newWebhookSecret()])
  const queueOf = (endpoint: Endpoint) => (isQueuePerEndpoint ? `${name}-${endpoint}` : name)
  const queues = [...new Set(Object.keys(endpoints).map((endpoint) => queueOf(endpoint as Endpoint)))]
  let aborting = new AbortController()

  async function send({ id, data }: Job<Payload>): Promise<JobResult> {
    const url = receiverUrl + endpoints[data.endpoint].path
    const { isSuccess } = await attemptDelivery(deps, {
      url,
      sign,
      event: data.event,
      signal: aborting.signal,
    })
    return { id, status: isSuccess ? 'completed' : 'failed' }
  }

  async function sendBatch(jobs: Job<Payload>[]): Promise<JobResult[]> {
    const byEndpoint = Object.values(Object.groupBy(jobs, ({ data }) => data.endpoint))
    return (await Promise.all(byEndpoint.map((some) => mapBounded(some, requestsPerWebhook, send)))).flat()
  }

  return {
    name,
    async open() {
      for (const queue of queues)
        await boss.createQueue(queue, { notify: true, retryLimit: 9, retryDelay: 5, expireInSeconds: 60 })
    },
    async add(endpoint, count) {
      for (let left = count; left > 0; left -= insertedAtOnce) {
        const jobs = Array.from({ length: Math.min(left, insertedAtOnce) }, () => ({
          data: { endpoint, event: makeEvent(endpoint) } satisfies Payload,
          group: { id: endpoint },
        }))
        await boss.insert(queueOf(endpoint), jobs)
      }
    },
    async start() {
      aborting = new AbortController()
      const options = {
        ...work,
        perJobResults: true,
        burstWhenBatchFull: true,
        pollingIntervalSeconds: 0.5,
      } as const
      for (const queue of queues)
        await boss.work<Payload, JobResult[], typeof options>(queue, options, (jobs) => sendBatch(jobs))
    },
    async stop() {
      aborting.abort(new Error('The benchmark stops.'))
      for (const queue of queues) await boss.offWork(queue)
      for (const queue of queues) await boss.deleteAllJobs(queue)
    },
  }
}

const makeEvent = (endpoint: Endpoint): Event => ({
  id: `evt_${randomBytes(16).toString('hex')}`,
  type: endpoints[endpoint].type,
  timestamp: new Date().toISOString(),
  data: { project_id: 1, wav_key: randomUUID(), status: 'completed', external_id: null, links: {} },
})
