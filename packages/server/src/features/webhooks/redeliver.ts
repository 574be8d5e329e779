import type { Delivery } from '@inlet/contract'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Remember } from '../../platform/idempotency/run-once.ts'
import { restartDelivery } from './deliveries.repo.ts'
import { requireEnabledWebhook } from './find-webhook.ts'
import { viewDelivery } from './webhook.view.ts'
import type { WebhookAccess } from './webhook-access.repo.ts'

export function redeliver(
  { db, remember }: { db: Db; remember?: Remember<object> },
  access: WebhookAccess,
  { webhookKey, deliveryKey }: { webhookKey: string; deliveryKey: string },
): Promise<Delivery> {
  return inTransaction(db, async (tx) => {
    const { id } = await requireEnabledWebhook(tx, access, webhookKey)
    const row = await restartDelivery(tx, id, deliveryKey)
    if (!row) throw new AppError('delivery_not_found')
    await remember?.(tx, {})
    return viewDelivery(row)
  })
}
