import type { Delivery, Webhook } from '@inlet/contract'
import type { DeliveryRow } from './deliveries.repo.ts'
import type { WebhookRow } from './webhooks.repo.ts'

export function viewWebhook(row: WebhookRow): Webhook {
  return {
    webhook_key: row.key,
    url: row.url,
    types: row.types,
    project_ids: row.project_ids,
    description: row.description,
    status: row.status,
    disabled_reason: row.disabled_reason,
    created_at: row.created_at.toISOString(),
    secret_expires_at: row.secret_expires_at?.toISOString() ?? null,
  }
}

export function viewDelivery(row: DeliveryRow): Delivery {
  return {
    delivery_key: row.key,
    event_id: row.event_id,
    type: row.type,
    status: row.status,
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    attempts: row.attempts,
  }
}
