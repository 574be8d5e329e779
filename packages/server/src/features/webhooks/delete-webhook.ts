import { type Db, inTransaction } from '../../platform/db/database.ts'
import { requireLockedWebhook } from './find-webhook.ts'
import type { WebhookAccess } from './webhook-access.repo.ts'
import { deleteWebhookRow } from './webhooks.repo.ts'

export function deleteWebhook({ db }: { db: Db }, access: WebhookAccess, webhookKey: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { id } = await requireLockedWebhook(tx, access, webhookKey)
    await deleteWebhookRow(tx, id)
  })
}
