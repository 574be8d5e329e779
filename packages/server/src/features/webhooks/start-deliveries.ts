/**
 * Sends events to webhooks, in every worker. Each lane has slots of its own; a free slot claims the webhook that has
 * waited longest. What is due is read from the database, so nothing depends on a notification or on this process.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction } from '../../platform/db/database.ts'
import { channels, type Listen } from '../../platform/db/listen.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import { logEvents } from '../events/events.public.ts'
import { type Lane, lanePolicies, lanes } from './delivery.policy.ts'
import { claimWebhooks, type Lease } from './sending.repo.ts'
import { type ServingDeps, serveWebhook } from './serve-webhook.ts'
import { disableWebhookRow, listOfInactiveKeys } from './webhooks.repo.ts'

export interface DeliveryDeps extends ServingDeps {
  log: Log
  listen: Listen
}

export interface Deliveries {
  /** Starts no new turns and waits for the running ones; what exceeds the deadline is aborted and sent again later. */
  stop(deadlineMs: number): Promise<void>
}

/** Retries become due without a notification. */
const checkEveryMs = 1_000
const pauseMs = 20
const disabledAtOnce = 100

export function startDeliveries(deps: DeliveryDeps): Deliveries {
  const stopping = new AbortController()
  const aborting = new AbortController()
  const running = new Set<Promise<void>>()

  function createLane(lane: Lane): Loop {
    const { slots } = lanePolicies[lane]
    let taken = 0

    async function runTurn(lease: Lease): Promise<void> {
      const result = await serveWebhook(deps, lease, { lane, signal: aborting.signal }).catch(
        (error: unknown) => {
          // The lease expires, and the deliveries are due again.
          deps.log.error({ err: error, webhook: lease.webhookId }, 'cannot send to a webhook')
        },
      )
      // Others of this lane may have waited for the slot.
      if (taken === slots) loops[lane].wake()
      if (result?.hasMore) loops[result.nextLane].wake()
      taken -= 1
    }

    return startLoop(deps.log, stopping.signal, async () => {
      if (taken === slots) return
      for (const lease of await claimWebhooks(deps.db, lane, slots - taken)) {
        taken += 1
        const turn = runTurn(lease).finally(() => running.delete(turn))
        running.add(turn)
      }
    })
  }

  const loops: Record<Lane, Loop> = {
    prompt: createLane('prompt'),
    busy: createLane('busy'),
    unproven: createLane('unproven'),
  }
  const wakeAll = () => {
    for (const lane of lanes) loops[lane].wake()
  }
  const logging = startLoop(deps.log, stopping.signal, () => logEvents(deps.db))
  const checking = startLoop(deps.log, stopping.signal, () => disableOfInactiveKeys(deps))
  const onGap = () => {
    logging.wake()
    wakeAll()
  }
  const listeners = [
    deps.listen({ channel: channels.events, onPayload: () => logging.wake(), onGap }),
    deps.listen({ channel: channels.deliveries, onPayload: wakeAll, onGap }),
  ]

  return {
    async stop(deadlineMs) {
      stopping.abort()
      for (const listener of listeners) listener.close()
      await Promise.all([...Object.values(loops), logging, checking].map(({ ended }) => ended))
      const done = Promise.all(running)
      await Promise.race([done, sleep(deadlineMs, undefined, { ref: false })])
      aborting.abort(new Error('The worker is stopping.'))
      await done
    },
  }
}

/** Revoking a key stops its webhooks even if nothing is due. */
async function disableOfInactiveKeys({ db }: DeliveryDeps): Promise<void> {
  for (const id of await listOfInactiveKeys(db, disabledAtOnce))
    await inTransaction(db, (tx) => disableWebhookRow(tx, id, 'key_inactive'))
}

interface Loop {
  wake(): void
  ended: Promise<void>
}

/** Runs the work when it is woken, and at intervals. Calls never overlap; one wake during the work repeats it. */
function startLoop(log: Log, signal: AbortSignal, work: () => Promise<void>): Loop {
  let woken = Promise.withResolvers<void>()
  const stopped = Promise.withResolvers<void>()
  signal.addEventListener('abort', () => stopped.resolve(), { once: true })

  async function run(): Promise<void> {
    while (!signal.aborted) {
      woken = Promise.withResolvers<void>()
      await work().catch((error: unknown) => log.error({ err: error }, 'webhooks cannot be served'))
      // Notifications come in bursts.
      await sleep(pauseMs)
      const timer = setTimeout(() => woken.resolve(), checkEveryMs)
      await Promise.race([woken.promise, stopped.promise])
      clearTimeout(timer)
    }
  }

  return { wake: () => woken.resolve(), ended: run() }
}
