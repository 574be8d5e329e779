import { type Static, Type } from 'typebox'
import { orNull } from '../import/or-null.ts'
import { defineRoute } from '../route.ts'

const prefix = '/api/v1/developer/webhooks'
const tag = 'Webhooks'
const Time = Type.String({ format: 'date-time' })

export const maxWebhooksPerKey = 10
export const maxOverlapSeconds = 259_200

export const WebhookStatus = Type.Enum(['enabled', 'disabled'])
export const DisabledReason = Type.Enum(['failing', 'gone', 'key_inactive', 'manual'], {
  description:
    'failing: every attempt failed for 5 days. gone: the receiver answered 410. key_inactive: the API key was revoked or has expired, or its user was suspended. manual: turned off.',
})
export type DisabledReason = Static<typeof DisabledReason>

export const Webhook = Type.Object({
  webhook_key: Type.String(),
  url: Type.String(),
  types: Type.Array(Type.String(), { description: 'Event types that are sent; empty: all.' }),
  project_ids: Type.Array(Type.Integer(), {
    description: 'Projects whose events are sent; empty: all that the API key can access.',
  }),
  description: Type.String(),
  status: WebhookStatus,
  disabled_reason: orNull(DisabledReason),
  created_at: Time,
  secret_expires_at: orNull(
    Type.String({
      format: 'date-time',
      description: 'After a rotation: until when requests are also signed with the previous secret.',
    }),
  ),
})
export type Webhook = Static<typeof Webhook>

const Secret = Type.String({
  description:
    'Signs the requests, as defined by Standard Webhooks. Returned only on creation and rotation; store it safely.',
  examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
})
const WebhookWithSecret = Type.Object({ ...Webhook.properties, secret: Secret })

export const webhookFields = {
  url: Type.String({
    minLength: 1,
    description: 'Where events are sent: https, without user info or fragment, at most 2,000 characters.',
  }),
  types: Type.Array(Type.String(), {
    maxItems: 100,
    description: 'Event types such as `file.completed`, or all types of a kind such as `file.*`. Empty: all.',
  }),
  project_ids: Type.Array(Type.Integer(), {
    maxItems: 100,
    description: 'Only events of these projects. Empty: of all projects that the API key can access.',
  }),
  description: Type.String({ maxLength: 200 }),
}

const WebhookParams = Type.Object({ webhook_key: Type.String() })

export const createWebhook = defineRoute({
  operationId: 'webhooks.create',
  method: 'POST',
  path: prefix,
  tag,
  summary: 'Create a webhook',
  description: `Events are sent to the URL as signed POST requests. An API key can have ${maxWebhooksPerKey} webhooks; they stop when it is revoked.`,
  scopes: ['webhook:write'],
  body: Type.Object({
    url: webhookFields.url,
    types: Type.Optional(webhookFields.types),
    project_ids: Type.Optional(webhookFields.project_ids),
    description: Type.Optional(webhookFields.description),
  }),
  conflict: `The API key already has ${maxWebhooksPerKey} webhooks.`,
  responses: { 201: WebhookWithSecret },
})

export const CursorPageQuery = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description: 'Items per page; higher values are capped at 100. Default: 50.',
    }),
  ),
  cursor: Type.Optional(Type.String({ description: 'next_cursor of the previous page.' })),
}

export const listWebhooks = defineRoute({
  operationId: 'webhooks.list',
  method: 'GET',
  path: prefix,
  tag,
  summary: 'List webhooks',
  description: 'Lists the webhooks of this API key, newest first.',
  scopes: ['webhook:write'],
  query: Type.Object(CursorPageQuery),
  responses: {
    200: Type.Object({ webhooks: Type.Array(Webhook), next_cursor: orNull(Type.String()) }),
  },
})

export const getWebhook = defineRoute({
  operationId: 'webhooks.get',
  method: 'GET',
  path: `${prefix}/{webhook_key}`,
  tag,
  summary: 'Get a webhook',
  description: 'Returns everything except the secret.',
  scopes: ['webhook:write'],
  params: WebhookParams,
  responses: { 200: Webhook },
})

export const updateWebhook = defineRoute({
  operationId: 'webhooks.update',
  method: 'PATCH',
  path: `${prefix}/{webhook_key}`,
  tag,
  summary: 'Change a webhook, or turn it off and on',
  description:
    'Fields that are left out stay as they are. Nothing is queued while a webhook is disabled; use redeliver to send what it missed.',
  scopes: ['webhook:write'],
  params: WebhookParams,
  body: Type.Object({
    url: Type.Optional(webhookFields.url),
    types: Type.Optional(webhookFields.types),
    project_ids: Type.Optional(webhookFields.project_ids),
    description: Type.Optional(webhookFields.description),
    status: Type.Optional(WebhookStatus),
  }),
  responses: { 200: Webhook },
})

export const deleteWebhook = defineRoute({
  operationId: 'webhooks.delete',
  method: 'DELETE',
  path: `${prefix}/{webhook_key}`,
  tag,
  summary: 'Delete a webhook',
  description: 'Pending deliveries are not sent, and the list of deliveries is deleted.',
  scopes: ['webhook:write'],
  params: WebhookParams,
  responses: { 204: Type.Null() },
})

export const rotateWebhookSecret = defineRoute({
  operationId: 'webhooks.rotate',
  method: 'POST',
  path: `${prefix}/{webhook_key}/rotate`,
  tag,
  summary: 'Rotate the secret of a webhook',
  description:
    'Returns a new secret. During the overlap, requests carry a signature for each of the two; a further rotation drops the oldest at once.',
  scopes: ['webhook:write'],
  params: WebhookParams,
  body: Type.Object({
    overlap_seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: maxOverlapSeconds, default: 86_400 })),
  }),
  isBodyOptional: true,
  responses: { 200: WebhookWithSecret },
})

export const DeliveryStatus = Type.Enum(['pending', 'succeeded', 'failed'])
export type DeliveryStatus = Static<typeof DeliveryStatus>

export const Delivery = Type.Object({
  delivery_key: Type.String(),
  event_id: Type.String(),
  type: Type.String(),
  status: DeliveryStatus,
  next_attempt_at: orNull(Time),
  attempts: Type.Array(
    Type.Object({
      at: Time,
      http_status: orNull(Type.Integer()),
      error: orNull(Type.String({ description: 'Why there was no response.' })),
      duration_ms: Type.Integer(),
      response_excerpt: orNull(
        Type.String({ description: 'Start of the response; null for addresses on the operator’s list.' }),
      ),
    }),
    { description: 'Newest first; at most the last 20.' },
  ),
})
export type Delivery = Static<typeof Delivery>

export const testWebhook = defineRoute({
  operationId: 'webhooks.test',
  method: 'POST',
  path: `${prefix}/{webhook_key}/test`,
  tag,
  summary: 'Send a test event',
  description:
    'Sends one webhook.test event and returns the delivery. It is not repeated and not in the event log.',
  scopes: ['webhook:write'],
  params: WebhookParams,
  responses: { 200: Delivery },
})

export const listDeliveries = defineRoute({
  operationId: 'webhooks.listDeliveries',
  method: 'GET',
  path: `${prefix}/{webhook_key}/deliveries`,
  tag,
  summary: 'List the deliveries of a webhook',
  description: 'Newest first, retained as long as events.',
  scopes: ['webhook:write'],
  params: WebhookParams,
  query: Type.Object({ status: Type.Optional(DeliveryStatus), ...CursorPageQuery }),
  responses: {
    200: Type.Object({ deliveries: Type.Array(Delivery), next_cursor: orNull(Type.String()) }),
  },
})

export const redeliver = defineRoute({
  operationId: 'webhooks.redeliver',
  method: 'POST',
  path: `${prefix}/{webhook_key}/deliveries/{delivery_key}/redeliver`,
  tag,
  summary: 'Send a delivery again',
  description: 'Starts a new round of attempts with the same webhook-id.',
  scopes: ['webhook:write'],
  params: Type.Object({ webhook_key: Type.String(), delivery_key: Type.String() }),
  conflict: 'The webhook is disabled.',
  responses: { 202: Delivery },
})

export const redeliverSince = defineRoute({
  operationId: 'webhooks.redeliverSince',
  method: 'POST',
  path: `${prefix}/{webhook_key}/redeliver`,
  tag,
  summary: 'Send all events since a time again',
  description: 'Includes events that were not sent because the webhook was disabled.',
  scopes: ['webhook:write'],
  params: WebhookParams,
  body: Type.Object({ since: Time }),
  conflict: 'The webhook is disabled.',
  responses: {
    202: Type.Object({ count: Type.Integer({ description: 'Number of events that will be sent.' }) }),
  },
})
