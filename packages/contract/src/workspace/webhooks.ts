/** Webhooks: users manage those of their own keys, admins see and disable all of the team. */
import { type Static, Type } from 'typebox'
import {
  Delivery,
  DeliveryStatus,
  maxOverlapSeconds,
  maxWebhooksPerKey,
  Webhook,
  webhookFields,
} from '../events/webhooks.ts'
import { CursorQuery, cursorPageOf } from './paging.ts'
import { defineWorkspaceRoute } from './route.ts'
import { Time } from './shapes.ts'

export { type EventKind, eventTypes, kindOf, testEventType } from '../events/event-types.ts'
export type { Delivery, DeliveryStatus, DisabledReason } from '../events/webhooks.ts'

export const TeamWebhook = Type.Object({
  ...Webhook.properties,
  key: Type.Object({
    client_id: Type.String(),
    name: Type.String(),
    kind: Type.Enum(['personal', 'team']),
    owner: Type.Object({ id: Type.Integer(), name: Type.String() }),
  }),
  is_own: Type.Boolean({
    description: 'False for webhooks of others, which admins can only see and disable.',
  }),
})
export type TeamWebhook = Static<typeof TeamWebhook>

const TeamWebhookWithSecret = Type.Object({
  webhook: TeamWebhook,
  secret: Type.String({ description: 'Returned only once.' }),
})

const WebhookParams = Type.Object({ webhook_key: Type.String() })

export const listWebhooks = defineWorkspaceRoute({
  operationId: 'webhooks.list',
  method: 'GET',
  path: '/webhooks',
  summary: 'List webhooks of own keys, and for admins those of the team; newest first',
  query: CursorQuery,
  responses: { 200: cursorPageOf('webhooks', TeamWebhook) },
})

export const createWebhook = defineWorkspaceRoute({
  operationId: 'webhooks.create',
  method: 'POST',
  path: '/webhooks',
  summary: 'Create a webhook for one of the own keys',
  body: Type.Object({
    client_id: Type.String({ description: 'An active key with the scope webhook:write.' }),
    url: webhookFields.url,
    types: Type.Optional(webhookFields.types),
    project_ids: Type.Optional(webhookFields.project_ids),
    description: Type.Optional(webhookFields.description),
  }),
  conflict: `The key already has ${maxWebhooksPerKey} webhooks.`,
  responses: { 201: TeamWebhookWithSecret },
})

export const disableWebhook = defineWorkspaceRoute({
  operationId: 'webhooks.disable',
  method: 'POST',
  path: '/webhooks/{webhook_key}/disable',
  summary: 'Turn a webhook off',
  isForViewers: true,
  params: WebhookParams,
  responses: { 200: TeamWebhook },
})

export const enableWebhook = defineWorkspaceRoute({
  operationId: 'webhooks.enable',
  method: 'POST',
  path: '/webhooks/{webhook_key}/enable',
  summary: 'Turn a webhook on',
  params: WebhookParams,
  conflict: 'The key of the webhook is no longer active.',
  responses: { 200: TeamWebhook },
})

export const deleteWebhook = defineWorkspaceRoute({
  operationId: 'webhooks.delete',
  method: 'DELETE',
  path: '/webhooks/{webhook_key}',
  summary: 'Delete a webhook',
  isForViewers: true,
  params: WebhookParams,
  responses: { 204: Type.Null() },
})

export const rotateWebhookSecret = defineWorkspaceRoute({
  operationId: 'webhooks.rotate',
  method: 'POST',
  path: '/webhooks/{webhook_key}/rotate',
  summary: 'Rotate the secret of a webhook',
  params: WebhookParams,
  body: Type.Object({ overlap_seconds: Type.Integer({ minimum: 0, maximum: maxOverlapSeconds }) }),
  responses: { 200: TeamWebhookWithSecret },
})

export const testWebhook = defineWorkspaceRoute({
  operationId: 'webhooks.test',
  method: 'POST',
  path: '/webhooks/{webhook_key}/test',
  summary: 'Send a test event',
  params: WebhookParams,
  responses: { 200: Delivery },
})

export const listDeliveries = defineWorkspaceRoute({
  operationId: 'webhooks.listDeliveries',
  method: 'GET',
  path: '/webhooks/{webhook_key}/deliveries',
  summary: 'List the deliveries of a webhook, newest first',
  params: WebhookParams,
  query: Type.Object({ status: Type.Optional(DeliveryStatus), ...CursorQuery.properties }),
  responses: { 200: cursorPageOf('deliveries', Delivery) },
})

export const redeliver = defineWorkspaceRoute({
  operationId: 'webhooks.redeliver',
  method: 'POST',
  path: '/webhooks/{webhook_key}/deliveries/{delivery_key}/redeliver',
  summary: 'Send a delivery again',
  params: Type.Object({ webhook_key: Type.String(), delivery_key: Type.String() }),
  conflict: 'The webhook is disabled.',
  responses: { 202: Delivery },
})

export const redeliverSince = defineWorkspaceRoute({
  operationId: 'webhooks.redeliverSince',
  method: 'POST',
  path: '/webhooks/{webhook_key}/redeliver',
  summary: 'Send all events since a time again',
  params: WebhookParams,
  body: Type.Object({ since: Time }),
  conflict: 'The webhook is disabled.',
  responses: { 202: Type.Object({ count: Type.Integer() }) },
})
