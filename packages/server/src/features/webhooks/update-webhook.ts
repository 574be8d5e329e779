import type { RouteBody, updateWebhook as route, Webhook } from '@inlet/contract'
import type { Principal } from '../../platform/auth/principal.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { logEvents } from '../events/events.public.ts'
import { type CheckDeps, checkWebhook } from './check-webhook.ts'
import { requireLockedWebhook, requireWebhook } from './find-webhook.ts'
import { setWebhookStatus } from './set-webhook-status.ts'
import { viewWebhook } from './webhook.view.ts'
import type { WebhookAccess } from './webhook-access.repo.ts'
import { changeWebhook } from './webhooks.repo.ts'

export interface UpdateWebhook {
  /** The API key of the webhook. */
  key: Principal
  access: WebhookAccess
  webhookKey: string
  changes: RouteBody<typeof route>
}

export async function updateWebhook(
  deps: CheckDeps,
  { key, access, webhookKey, changes }: UpdateWebhook,
): Promise<Webhook> {
  await requireWebhook(deps.db, access, webhookKey)
  await checkWebhook(deps, key, changes)
  // What happened before the change is not sent by the new settings.
  await logEvents(deps.db)
  return inTransaction(deps.db, async (tx) => {
    const row = await requireLockedWebhook(tx, access, webhookKey)
    const changed = await changeWebhook(tx, row.id, {
      url: changes.url ?? row.url,
      types: changes.types ?? row.types,
      projectIds: [...new Set(changes.project_ids ?? row.project_ids)],
      description: changes.description ?? row.description,
    })
    const { status = row.status } = changes
    return viewWebhook(await setWebhookStatus(tx, changed, status))
  })
}
