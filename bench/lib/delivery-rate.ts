/**
 * Deliveries per second, compared with a loop that does nothing but POST the same bodies to the same receiver with the same
 * concurrency. The receiver is a process of its own: in the sender's process both sides would share their event loop with
 * it, and the constant cost of receiving would hide a part of the difference. It is addressed by IP, so neither side looks
 * up a name.
 */
import type { Deps } from '@inlet/server/src/app/deps.ts'
import { logEvents } from '@inlet/server/src/features/events/events.repo.ts'
import { requestsPerWebhook } from '@inlet/server/src/features/webhooks/delivery.policy.ts'
import { startDeliveries } from '@inlet/server/src/features/webhooks/start-deliveries.ts'
import { mapBounded } from '@inlet/server/src/platform/map-bounded.ts'
import { Agent } from 'undici'
import type { Receiver } from './receiver.ts'

export interface Rate {
  perSecond: number
  /** CPU time of the sending process for each request. */
  cpuMicroseconds: number
  /** Of the bodies. */
  bytes: number
}

/** Of events that are queued already. Includes saving the results. */
export function measureDeliveries(deps: Deps, receiver: Receiver, count: number): Promise<Rate> {
  return measureSending(receiver, count, async (complete) => {
    const deliveries = startDeliveries({ ...deps, listen: deps.notifications.listen })
    await complete
    await deliveries.stop(10_000)
  })
}

/** `body` must be as large as an event. */
export function measureLoop(receiver: Receiver, body: string, count: number): Promise<Rate> {
  return measureSending(receiver, count, async () => {
    const agent = new Agent({ connections: requestsPerWebhook, pipelining: 1 })
    await mapBounded(Array.from({ length: count }), requestsPerWebhook, async () => {
      const response = await agent.request({
        origin: receiver.url,
        path: '/loop',
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      await response.body.dump()
    })
    await agent.close()
  })
}

export async function measureSending(
  receiver: Receiver,
  count: number,
  send: (complete: Promise<unknown>) => Promise<void>,
): Promise<Rate> {
  const { complete } = await receiver.expect(count)
  const startedAt = performance.now()
  const cpuBefore = process.cpuUsage()
  await send(complete)
  const { bytes } = await complete
  const { user, system } = process.cpuUsage(cpuBefore)
  return {
    perSecond: count / ((performance.now() - startedAt) / 1000),
    cpuMicroseconds: (user + system) / count,
    bytes,
  }
}

/** Queues deliveries to the webhooks of the team. */
export async function emitEvents(
  { database, db }: Deps,
  teamId: number,
  { type = 'file.completed', count }: { type?: string; count: number },
): Promise<void> {
  await database.pool.query(
    `select record_event($3, p.team_id, p.id, jsonb_build_object('wav_key', gen_random_uuid(), 'status', 'completed'))
     from (select * from project where team_id = $1 limit 1) p, generate_series(1, $2::int)`,
    [teamId, count, type],
  )
  await logEvents(db)
}
