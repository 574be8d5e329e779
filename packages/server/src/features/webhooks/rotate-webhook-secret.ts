import { type DeploymentSecrets, sealInTransaction } from '../../platform/auth/deployment-secrets.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { WebhookWithSecret } from './create-webhook.ts'
import { requireLockedWebhook } from './find-webhook.ts'
import { viewWebhook } from './webhook.view.ts'
import type { WebhookAccess } from './webhook-access.repo.ts'
import { newWebhookSecret } from './webhook-secret.ts'
import { replaceSecret } from './webhooks.repo.ts'

const defaultOverlapSeconds = 86_400

export async function rotateWebhookSecret(
  { db, secrets }: { db: Db; secrets: DeploymentSecrets },
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
    return replaceSecret(tx, id, { secretSealed, overlapSeconds })
  })
  return { ...viewWebhook(row), secret }
}
