/** Turns a webhook off and on. */
import type { Webhook } from '@inlet/contract'
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { logEvents } from '../events/events.public.ts'
import { requireLockedWebhook } from './find-webhook.ts'
import { viewWebhook } from './webhook.view.ts'
import type { WebhookAccess } from './webhook-access.repo.ts'
import { disableWebhookRow, enableWebhookRow, type WebhookRow } from './webhooks.repo.ts'

export async function switchWebhook(
  { db }: { db: Db },
  access: WebhookAccess,
  { webhookKey, status }: { webhookKey: string; status: WebhookRow['status'] },
): Promise<Webhook> {
  // What happened while it was disabled is not sent.
  await logEvents(db)
  return inTransaction(db, async (tx) =>
    viewWebhook(await setWebhookStatus(tx, await requireLockedWebhook(tx, access, webhookKey), status)),
  )
}

/** The row must be locked. */
export async function setWebhookStatus(
  tx: Tx,
  row: WebhookRow,
  status: WebhookRow['status'],
): Promise<WebhookRow> {
  if (status === row.status) return row
  if (status === 'disabled') {
    await disableWebhookRow(tx, row.id, 'manual')
    return { ...row, status, disabled_reason: 'manual' }
  }
  if (!(await enableWebhookRow(tx, row.id)))
    throw new AppError('webhook_disabled', {
      message:
        'The API key of the webhook is revoked or expired, so it cannot be enabled. Create a webhook with another API key.',
    })
  return { ...row, status, disabled_reason: null }
}
