import type { DeliveryStatus, WebhookDelivery } from '@inlet/sdk'
import type { CommonOptions, Context } from '../../context.ts'
import { usageError } from '../../errors.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import { formatCount } from '../../output/format.ts'

export interface DeliveriesOptions extends CommonOptions {
  status?: DeliveryStatus
  limit: number
}

export interface RedeliverOptions extends CommonOptions {
  since?: string
}

export async function testWebhook(
  { connect, output }: Context,
  key: string,
  { profile }: CommonOptions,
): Promise<ExitCode> {
  const inlet = await connect({ profile })
  const delivery = await inlet.webhooks.test(key)
  output.record(rowOf(delivery))
  const excerpt = delivery.attempts[0]?.response_excerpt
  if (excerpt) output.say(`The receiver answered: ${JSON.stringify(excerpt)}`)
  return delivery.status === 'succeeded' ? exitCodes.done : exitCodes.failed
}

export async function listDeliveries(
  { connect, output }: Context,
  key: string,
  { profile, status, limit }: DeliveriesOptions,
): Promise<ExitCode> {
  const inlet = await connect({ profile })
  const deliveries: WebhookDelivery[] = []
  for await (const delivery of inlet.webhooks.listDeliveries(key, { status, limit: Math.min(limit, 100) })) {
    deliveries.push(delivery)
    if (deliveries.length >= limit) break
  }
  if (output.isJson) output.document(deliveries, [])
  else output.table(deliveries.map(rowOf), 'No deliveries.')
  return exitCodes.done
}

export async function redeliver(
  { connect, output }: Context,
  { webhookKey, deliveryKey }: { webhookKey: string; deliveryKey: string | undefined },
  { profile, since }: RedeliverOptions,
): Promise<ExitCode> {
  if ((deliveryKey === undefined) === (since === undefined))
    throw usageError('Give either a delivery key or --since.')
  const inlet = await connect({ profile })
  if (deliveryKey !== undefined) {
    output.record(rowOf(await inlet.webhooks.redeliver(webhookKey, deliveryKey)))
    return exitCodes.done
  }
  const { count } = await inlet.webhooks.redeliverSince(webhookKey, { since: since ?? '' })
  if (output.isJson) output.record({ count })
  else output.say(`${formatCount(count, 'event')} will be sent.`)
  return exitCodes.done
}

function rowOf({ delivery_key, event_id, type, status, attempts, next_attempt_at }: WebhookDelivery) {
  const [last] = attempts
  return {
    delivery_key,
    event_id,
    type,
    status,
    answer: last ? (last.http_status ?? last.error) : null,
    attempts: attempts.length,
    last_attempt: last?.at ?? null,
    next_attempt: next_attempt_at,
  }
}
