/** Sends one event that is neither logged nor repeated, so that the owner sees how the receiver answers. */
import { randomBytes, randomUUID } from 'node:crypto'
import { type Delivery, type Event, testEventType } from '@inlet/contract'
import type { DeploymentSecrets } from '../../platform/auth/deployment-secrets.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { attemptDelivery } from './attempt-delivery.ts'
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

export async function testWebhook(
  deps: TestDeps,
  access: WebhookAccess,
  webhookKey: string,
): Promise<Delivery> {
  const { id, url } = await requireWebhook(deps.db, access, webhookKey)
  const sealed = await findSecrets(deps.db, id)
  if (!sealed) throw new AppError('webhook_not_found')
  const sign = createSign(await openWebhookSecrets(deps.secrets, sealed))
  const event: Event = {
    id: `evt_${randomBytes(16).toString('hex')}`,
    type: testEventType,
    timestamp: new Date(deps.now()).toISOString(),
    data: { project_id: null, webhook_key: webhookKey, external_id: null, links: {} },
  }
  const { isSuccess, attempt } = await attemptDelivery(deps, { url, sign, event })
  return {
    delivery_key: randomUUID(),
    event_id: event.id,
    type: event.type,
    status: isSuccess ? 'succeeded' : 'failed',
    next_attempt_at: null,
    attempts: [attempt],
  }
}
