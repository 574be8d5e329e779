import { maxWebhooksPerKey, type Webhook } from '@inlet/contract'
import { type DeploymentSecrets, sealInTransaction } from '../../platform/auth/deployment-secrets.ts'
import type { Principal } from '../../platform/auth/principal.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Remember } from '../../platform/idempotency/run-once.ts'
import { logEvents } from '../events/events.public.ts'
import { type CheckDeps, checkWebhook, type WebhookInput } from './check-webhook.ts'
import { viewWebhook } from './webhook.view.ts'
import { newWebhookSecret } from './webhook-secret.ts'
import { countWebhooksOf, insertWebhook, type WebhookFields } from './webhooks.repo.ts'

export type WebhookWithSecret = Webhook & { secret: string }

export interface CreatedWebhook {
  webhookKey: string
}

/** `key` is the API key that the webhook will belong to. */
export async function createWebhook(
  deps: CheckDeps & { secrets: DeploymentSecrets; remember?: Remember<CreatedWebhook> },
  key: Principal & { keyId: number },
  input: WebhookInput & { url: string },
): Promise<WebhookWithSecret> {
  await checkWebhook(deps, key, input)
  const secret = newWebhookSecret()
  // Otherwise it would receive what was committed before it existed and is not in the log yet.
  await logEvents(deps.db)
  const row = await inTransaction(deps.db, async (tx) => {
    if ((await countWebhooksOf(tx, key.keyId)) >= maxWebhooksPerKey)
      throw new AppError('webhook_limit_reached')
    const inserted = await insertWebhook(tx, {
      teamId: key.teamId,
      keyId: key.keyId,
      ...fieldsOf(input),
      secretSealed: await sealInTransaction(tx, deps.secrets, secret),
    })
    await deps.remember?.(tx, { webhookKey: inserted.key })
    return inserted
  })
  return { ...viewWebhook(row), secret }
}

export const fieldsOf = (input: WebhookInput & { url: string }): WebhookFields => ({
  url: input.url,
  types: input.types ?? [],
  projectIds: [...new Set(input.project_ids)],
  description: input.description ?? '',
})
