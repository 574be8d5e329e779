/** Sends one event that is neither logged nor repeated, so that the owner sees how the receiver answers. */
import { randomBytes, randomUUID } from 'node:crypto'
import { type Delivery, type Event, testEventType } from '@inlet/contract'
import type { DeploymentSecrets } from '../../platform/auth/deployment-secrets.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Memory } from '../../platform/idempotency/run-once.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { attemptDelivery, type StoredAttempt } from './attempt-delivery.ts'
import { requireWebhook } from './find-webhook.ts'
import { createSign } from './sign-event.ts'
import type { WebhookAccess } from './webhook-access.repo.ts'
import { openWebhookSecrets } from './webhook-secret.ts'
import { findSecrets } from './webhooks.repo.ts'

export interface TestDeps {
  db: Db
  secrets: DeploymentSecrets
  outbound: Outbound
  now: () => number
}

export interface SentTest {
  eventId: string
  deliveryKey: string
  at: string
  isSuccess: boolean
  /** Null until the receiver has answered. */
  attempt: StoredAttempt | null
}

/** Recorded before it is sent, because it must not be sent twice: a receiver cannot take part in the transaction. */
export async function testWebhook(
  deps: TestDeps & { memory?: Memory<SentTest> },
  access: WebhookAccess,
  webhookKey: string,
): Promise<Delivery> {
  const { id, url } = await requireWebhook(deps.db, access, webhookKey)
  const sealed = await findSecrets(deps.db, id)
  if (!sealed) throw new AppError('webhook_not_found')
  const { memory } = deps
  if (memory?.interrupted) {
    const { interrupted } = memory
    await inTransaction(deps.db, (tx) => memory.remember(tx, interrupted))
    return viewTest(interrupted)
  }
  const sign = createSign(await openWebhookSecrets(deps.secrets, sealed))
  const event: Event = {
    id: `evt_${randomBytes(16).toString('hex')}`,
    type: testEventType,
    timestamp: new Date(deps.now()).toISOString(),
    data: { project_id: null, webhook_key: webhookKey, external_id: null, links: {} },
  }
  const started: SentTest = {
    eventId: event.id,
    deliveryKey: randomUUID(),
    at: event.timestamp,
    isSuccess: false,
    attempt: null,
  }
  if (memory) await inTransaction(deps.db, (tx) => memory.rememberStep(tx, started))
  const { isSuccess, attempt } = await attemptDelivery(deps, { url, sign, event })
  const sent = { ...started, isSuccess, attempt }
  if (memory) await inTransaction(deps.db, (tx) => memory.remember(tx, sent))
  return viewTest(sent)
}

/** The access check of a first call, and the result that it had. */
export async function replayTest(
  { db }: { db: Db },
  access: WebhookAccess,
  webhookKey: string,
  sent: SentTest,
): Promise<Delivery> {
  await requireWebhook(db, access, webhookKey)
  return viewTest(sent)
}

const interruptedAttempt = (at: string): StoredAttempt => ({
  at,
  http_status: null,
  error: 'The service was restarted during the attempt, so the result is unknown. Send another test event.',
  duration_ms: 0,
  response_excerpt: null,
})

function viewTest({ eventId, deliveryKey, at, isSuccess, attempt }: SentTest): Delivery {
  return {
    delivery_key: deliveryKey,
    event_id: eventId,
    type: testEventType,
    status: isSuccess ? 'succeeded' : 'failed',
    next_attempt_at: null,
    attempts: [attempt ?? interruptedAttempt(at)],
  }
}
