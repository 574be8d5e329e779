/**
 * The turn of one webhook: sends what is due and saves the results. It ends after a few seconds, or when the receiver is unavailable.
 * No transaction is open while the receiver is called.
 */
import type { DeploymentSecrets } from '../../platform/auth/deployment-secrets.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { findLiveKeyById } from '../keys/keys.public.ts'
import { type Lane, laneAfter, turnMs } from './delivery.policy.ts'
import { createResultWriter } from './result-writer.ts'
import { createSender, type SenderDeps, type SendingWebhook } from './send-due.ts'
import { findLeased, type Lease } from './sending.repo.ts'
import { createSign } from './sign-event.ts'
import { openWebhookSecrets } from './webhook-secret.ts'
import { disableWebhookRow } from './webhooks.repo.ts'

export interface ServingDeps extends SenderDeps {
  db: Db
  secrets: DeploymentSecrets
}

export interface TurnOptions {
  lane: Lane
  /** Aborted when the worker stops. */
  signal: AbortSignal
}

export interface TurnResult {
  nextLane: Lane
  /** More deliveries are due. */
  hasMore: boolean
}

/** Undefined if nothing could be sent, because the webhook was disabled or deleted. */
export async function serveWebhook(
  deps: ServingDeps,
  lease: Lease,
  { lane, signal }: TurnOptions,
): Promise<TurnResult | undefined> {
  const startedAt = performance.now()
  const elapsedMs = () => performance.now() - startedAt
  const webhook = await openWebhook(deps, lease)
  if (!webhook) return undefined
  const writer = createResultWriter(deps.db, lease)
  const sender = createSender(deps, { webhook, lane, writer, signal, hasTime: () => elapsedMs() < turnMs })
  await sender.sendDue()
  const hasMore = sender.hasMore()
  const nextLane = laneAfter({ wasUnavailable: sender.wasUnavailable(), hasMore, durationMs: elapsedMs() })
  await writer.close(nextLane)
  return { nextLane, hasMore }
}

async function openWebhook({ db, secrets }: ServingDeps, lease: Lease): Promise<SendingWebhook | undefined> {
  const webhook = await findLeased(db, lease)
  if (!webhook) return undefined
  const key = await findLiveKeyById(db, webhook.api_key_id)
  if (key) {
    const sign = createSign(await openWebhookSecrets(secrets, webhook))
    return { id: lease.webhookId, url: webhook.url, key, sign }
  }
  await inTransaction(db, (tx) => disableWebhookRow(tx, lease.webhookId, 'key_inactive'))
  return undefined
}
