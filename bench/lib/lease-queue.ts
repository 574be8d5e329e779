/** Deliveries as Inlet makes them. */
import type { Deps } from '@inlet/server/src/app/deps.ts'
import { type Deliveries, startDeliveries } from '@inlet/server/src/features/webhooks/start-deliveries.ts'
import { type DeliveryQueue, endpoints } from './delivery-queue.ts'
import { emitEvents } from './delivery-rate.ts'
import { makeWebhook } from './webhooks.ts'

export function createLeaseQueue(deps: Deps, receiverUrl: string, teamId: number): DeliveryQueue {
  let deliveries: Deliveries | undefined
  return {
    name: 'leases',
    async open() {
      for (const { path, type } of Object.values(endpoints))
        await makeWebhook(deps, teamId, { url: receiverUrl + path, types: [type] })
    },
    add: (endpoint, count) => emitEvents(deps, teamId, { type: endpoints[endpoint].type, count }),
    async start() {
      deliveries = startDeliveries({ ...deps, listen: deps.notifications.listen })
    },
    async stop() {
      await deliveries?.stop(0)
      await deps.database.pool.query('delete from pending_delivery')
    },
  }
}
