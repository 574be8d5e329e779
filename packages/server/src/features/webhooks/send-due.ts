/** Sends the due deliveries of one webhook, at most ten at a time, while its receiver is available. Reads the next ones meanwhile. */
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'
import { viewEvent } from '../events/events.public.ts'
import { type AttemptResult, attemptDelivery } from './attempt-delivery.ts'
import {
  goneStatus,
  isUnavailable,
  type Lane,
  lanePolicies,
  nextAttemptDelayMs,
  requestsPerWebhook,
} from './delivery.policy.ts'
import type { ResultWriter } from './result-writer.ts'
import { type DeliveryResult, type DueDelivery, listDue } from './sending.repo.ts'
import type { Sign } from './sign-event.ts'

export interface SenderDeps {
  db: Db
  outbound: Outbound
  metrics: Metrics
  now: () => number
}

export interface SendingWebhook {
  id: number
  url: string
  /** The API key that it belongs to. */
  key: Principal
  sign: Sign
}

export interface SenderOptions {
  webhook: SendingWebhook
  lane: Lane
  writer: ResultWriter
  signal: AbortSignal
  hasTime: () => boolean
}

export interface Sender {
  /** Resolves when nothing more is due or may be sent in this turn. */
  sendDue(): Promise<void>
  /** More is due. */
  hasMore(): boolean
  /** Whether the receiver has been unavailable. */
  wasUnavailable(): boolean
}

export function createSender(deps: SenderDeps, options: SenderOptions): Sender {
  const { webhook, lane, writer, signal, hasTime } = options
  const { deliveriesPerBatch, isRepeated } = lanePolicies[lane]
  const waiting: DueDelivery[] = []
  /** Deliveries of this turn without a saved result, which the database still lists as due. */
  const unsaved = new Set<string>()
  writer.onSaved((key) => unsaved.delete(key))
  let isMoreListed = true
  let refilling: Promise<void> | undefined
  let attempted = 0
  let isBroken = false
  const receiver = { hasSucceeded: false, failuresInARow: 0, wasUnavailable: false }
  const canSend = () =>
    !receiver.wasUnavailable && !isBroken && !writer.isClosed() && !signal.aborted && hasTime()

  async function list(): Promise<void> {
    const due = await listDue(deps.db, webhook, { limit: deliveriesPerBatch, except: [...unsaved] })
    for (const { key } of due) unsaved.add(key)
    waiting.push(...due)
    isMoreListed = due.length === deliveriesPerBatch
  }

  /** While the rest of the batch is sent. It waits for the writes so far, so that results are saved as fast as requests are sent. */
  function refill(): Promise<void> {
    const refilled = writer.written().then(async () => {
      if (canSend()) await list()
      refilling = undefined
    })
    // Also reported by sendDue, which waits for it.
    refilled.catch(() => {})
    return refilled
  }

  async function takeNext(): Promise<DueDelivery | undefined> {
    while (canSend()) {
      if (isRepeated && isMoreListed && waiting.length <= deliveriesPerBatch / 2) refilling ??= refill()
      const next = waiting.shift()
      if (next || !refilling) return next
      await refilling
    }
    return undefined
  }

  async function sendOne({ key, attempt_count, event }: DueDelivery): Promise<void> {
    if (event === null) return writer.add({ key, outcome: 'dropped', delayMs: 0, attempt: null })
    attempted += 1
    const request = { url: webhook.url, sign: webhook.sign, event: viewEvent(event), signal }
    const result = await attemptDelivery(deps, request).catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
    if (!result) return
    deps.metrics.webhookAttempts.inc({ outcome: result.isSuccess ? 'succeeded' : 'failed' })
    judge(result)
    writer.add(toResult(key, attempt_count, result), { isGone: result.httpStatus === goneStatus })
  }

  function judge(result: AttemptResult): void {
    receiver.hasSucceeded ||= result.isSuccess
    receiver.failuresInARow = result.isSuccess ? 0 : receiver.failuresInARow + 1
    receiver.wasUnavailable ||= !result.isSuccess && isUnavailable({ ...result, ...receiver })
  }

  async function sendInTurn(): Promise<void> {
    try {
      for (let next = await takeNext(); next; next = await takeNext()) await sendOne(next)
    } catch (error) {
      isBroken = true
      throw error
    }
  }

  return {
    async sendDue() {
      await list()
      // One request at first: if the receiver is down, the others would only fail as well.
      while (lane === 'unproven' && attempted === 0 && canSend()) {
        const first = waiting.shift()
        if (!first) break
        await sendOne(first)
      }
      await Promise.all(Array.from({ length: Math.min(requestsPerWebhook, waiting.length) }, sendInTurn))
      await refilling
    },
    hasMore: () => waiting.length > 0 || isMoreListed,
    wasUnavailable: () => receiver.wasUnavailable,
  }
}

function toResult(key: string, earlierAttempts: number, result: AttemptResult): DeliveryResult {
  const { attempt, retryAfterMs } = result
  if (result.isSuccess) return { key, outcome: 'succeeded', delayMs: 0, attempt }
  const attemptCount = earlierAttempts + 1
  const delayMs =
    result.httpStatus === goneStatus
      ? null
      : nextAttemptDelayMs({ attemptCount, retryAfterMs, random: Math.random() })
  return { key, outcome: delayMs === null ? 'failed' : 'retried', delayMs: delayMs ?? 0, attempt }
}
