/** Answers to repeated calls with an Idempotency-Key. */
import type { Delivery } from '@inlet/contract'
import type { DeploymentSecrets } from '../../platform/auth/deployment-secrets.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { WebhookInput } from './check-webhook.ts'
import { fieldsOf, type WebhookWithSecret } from './create-webhook.ts'
import { findDelivery } from './deliveries.repo.ts'
import { requireWebhook } from './find-webhook.ts'
import { viewDelivery, viewWebhook } from './webhook.view.ts'
import type { WebhookAccess } from './webhook-access.repo.ts'
import { openWebhookSecrets } from './webhook-secret.ts'
import { findSecrets } from './webhooks.repo.ts'

interface Deps {
  db: Db
  secrets: DeploymentSecrets
}

/** With the current secret, which is the first one unless it was rotated since; an outdated one would be of no use. */
export async function replayRotation(
  { db, secrets }: Deps,
  access: WebhookAccess,
  webhookKey: string,
): Promise<WebhookWithSecret> {
  const row = await requireWebhook(db, access, webhookKey)
  const sealed = await findSecrets(db, row.id)
  const [secret] = sealed ? await openWebhookSecrets(secrets, sealed) : []
  if (secret === undefined) throw new AppError('webhook_not_found')
  return { ...viewWebhook(row), secret }
}

/** As it was created; only status and secret are the current ones. */
export async function replayCreatedWebhook(
  deps: Deps,
  access: WebhookAccess,
  webhookKey: string,
  input: WebhookInput & { url: string },
): Promise<WebhookWithSecret> {
  const webhook = await replayRotation(deps, access, webhookKey)
  const { url, types, projectIds, description } = fieldsOf(input)
  return { ...webhook, url, types: [...types], project_ids: [...projectIds], description }
}

export async function replayRedelivery(
  { db }: { db: Db },
  access: WebhookAccess,
  { webhookKey, deliveryKey }: { webhookKey: string; deliveryKey: string },
): Promise<Delivery> {
  const { id } = await requireWebhook(db, access, webhookKey)
  const row = await findDelivery(db, id, deliveryKey)
  if (!row) throw new AppError('delivery_not_found')
  return viewDelivery(row)
}
