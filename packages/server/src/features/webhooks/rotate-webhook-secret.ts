import { type DeploymentSecrets, sealInTransaction } from '../../platform/auth/deployment-secrets.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { Remember } from '../../platform/idempotency/run-once.ts'
import type { WebhookWithSecret } from './create-webhook.ts'
import { requireLockedWebhook } from './find-webhook.ts'
import { viewWebhook } from './webhook.view.ts'
import type { WebhookAccess } from './webhook-access.repo.ts'
import { newWebhookSecret } from './webhook-secret.ts'
import { replaceSecret } from './webhooks.repo.ts'

const defaultOverlapSeconds = 86_400

export async function rotateWebhookSecret(
  { db, secrets, remember }: { db: Db; secrets: DeploymentSecrets; remember?: Remember<object> },
  access: WebhookAccess,
  {
    webhookKey,
    overlapSeconds = defaultOverlapSeconds,
  }: { webhookKey: string; overlapSeconds?: number | undefined },
): Promise<WebhookWithSecret> {
  const secret = newWebhookSecret()
  const row = await inTransaction(db, async (tx) => {
    const { id } = await requireLockedWebhook(tx, access, webhookKey)
    const secretSealed = await sealInTransaction(tx, secrets, secret)
    const replaced = await replaceSecret(tx, id, { secretSealed, overlapSeconds })
    await remember?.(tx, {})
    return replaced
  })
  return { ...viewWebhook(row), secret }
}
