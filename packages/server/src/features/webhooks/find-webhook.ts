import type { Db, Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { WebhookAccess } from './webhook-access.repo.ts'
import { findWebhook, lockWebhook, type WebhookRow } from './webhooks.repo.ts'

export async function requireWebhook(db: Db, access: WebhookAccess, key: string): Promise<WebhookRow> {
  const row = await findWebhook(db, access, key)
  if (!row) throw new AppError('webhook_not_found')
  return row
}

/** Locked until the end of the transaction. */
export async function requireLockedWebhook(tx: Tx, access: WebhookAccess, key: string): Promise<WebhookRow> {
  const row = await lockWebhook(tx, access, key)
  if (!row) throw new AppError('webhook_not_found')
  return row
}

/** Nothing is queued for a disabled webhook. */
export async function requireEnabledWebhook(tx: Tx, access: WebhookAccess, key: string): Promise<WebhookRow> {
  const row = await requireLockedWebhook(tx, access, key)
  if (row.status === 'disabled') throw new AppError('webhook_disabled')
  return row
}
