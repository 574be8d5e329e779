/** Sends every retained event since a time again. Calling it twice has the same effect as once. */
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Memory } from '../../platform/idempotency/run-once.ts'
import { logEvents } from '../events/events.public.ts'
import { findLiveKeyById } from '../keys/keys.public.ts'
import { type EventPlace, redeliverEvents } from './deliveries.repo.ts'
import { requireEnabledWebhook, requireWebhook } from './find-webhook.ts'
import type { WebhookAccess } from './webhook-access.repo.ts'

/** Bounds each transaction, however long the log is. */
const eventsAtOnce = 5_000

/** `next` is null once all events are queued. */
export interface RedeliverProgress {
  count: number
  next: EventPlace | null
}

export async function redeliverSince(
  { db, memory }: { db: Db; memory?: Memory<RedeliverProgress> },
  access: WebhookAccess,
  { webhookKey, since }: { webhookKey: string; since: string },
): Promise<{ count: number }> {
  const webhook = await requireWebhook(db, access, webhookKey)
  const key = await findLiveKeyById(db, webhook.api_key_id)
  if (!key) throw new AppError('webhook_disabled')
  await logEvents(db)
  const from = new Date(since)
  const start: RedeliverProgress = { count: 0, next: { day: dayBefore(from), position: 0 } }
  let progress = memory?.interrupted ?? start
  while (progress.next !== null) {
    const { count: countBefore, next: after } = progress
    progress = await inTransaction(db, async (tx) => {
      const { id } = await requireEnabledWebhook(tx, access, webhookKey)
      const part = await redeliverEvents(tx, key, { webhookId: id, since: from, after, limit: eventsAtOnce })
      const reached: RedeliverProgress = { count: countBefore + part.count, next: part.last }
      await (part.last ? memory?.rememberStep : memory?.remember)?.(tx, reached)
      return reached
    })
  }
  return { count: progress.count }
}

/** An event that happened at midnight may be logged under the day before. */
const dayBefore = (time: Date) => new Date(time.getTime() - 86_400_000).toISOString().slice(0, 10)
