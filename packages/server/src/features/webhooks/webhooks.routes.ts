/** The webhooks of an API key. */
import * as contract from '@inlet/contract'
import type { FastifyInstance } from 'fastify'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import { keyOf } from '../../platform/http/import-scope.ts'
import { createWebhook } from './create-webhook.ts'
import { deleteWebhook } from './delete-webhook.ts'
import { requireWebhook } from './find-webhook.ts'
import { listDeliveries } from './list-deliveries.ts'
import { listWebhooks } from './list-webhooks.ts'
import { redeliver } from './redeliver.ts'
import { redeliverSince } from './redeliver-since.ts'
import { rotateWebhookSecret } from './rotate-webhook-secret.ts'
import { type TestDeps, testWebhook } from './test-webhook.ts'
import { updateWebhook } from './update-webhook.ts'
import { viewWebhook } from './webhook.view.ts'
import { ofCallingKey } from './webhook-access.repo.ts'

export type WebhookDeps = Parameters<typeof createWebhook>[0] & TestDeps

export function webhookRoutes(app: FastifyInstance, deps: WebhookDeps): void {
  bindRoute(app, contract.createWebhook, async ({ body, request }) =>
    answer(201, await createWebhook(deps, keyOf(request), body)),
  )

  bindRoute(app, contract.listWebhooks, async ({ query, request }) =>
    answer(200, await listWebhooks(deps, ofCallingKey(keyOf(request)), query)),
  )

  bindRoute(app, contract.getWebhook, async ({ params, request }) =>
    answer(200, viewWebhook(await requireWebhook(deps.db, ofCallingKey(keyOf(request)), params.webhook_key))),
  )

  bindRoute(app, contract.updateWebhook, async ({ params, body, request }) => {
    const key = keyOf(request)
    const input = { key, access: ofCallingKey(key), webhookKey: params.webhook_key, changes: body }
    return answer(200, await updateWebhook(deps, input))
  })

  bindRoute(app, contract.deleteWebhook, async ({ params, request }) => {
    await deleteWebhook(deps, ofCallingKey(keyOf(request)), params.webhook_key)
    return answer(204, null)
  })

  bindRoute(app, contract.rotateWebhookSecret, async ({ params, body, request }) => {
    const input = { webhookKey: params.webhook_key, overlapSeconds: body.overlap_seconds }
    return answer(200, await rotateWebhookSecret(deps, ofCallingKey(keyOf(request)), input))
  })

  bindRoute(app, contract.testWebhook, async ({ params, request }) =>
    answer(200, await testWebhook(deps, ofCallingKey(keyOf(request)), params.webhook_key)),
  )

  bindRoute(app, contract.listDeliveries, async ({ params, query, request }) => {
    const input = { webhookKey: params.webhook_key, query }
    return answer(200, await listDeliveries(deps, ofCallingKey(keyOf(request)), input))
  })

  bindRoute(app, contract.redeliver, async ({ params, request }) => {
    const input = { webhookKey: params.webhook_key, deliveryKey: params.delivery_key }
    return answer(202, await redeliver(deps, ofCallingKey(keyOf(request)), input))
  })

  bindRoute(app, contract.redeliverSince, async ({ params, body, request }) => {
    const input = { webhookKey: params.webhook_key, since: body.since }
    return answer(202, await redeliverSince(deps, ofCallingKey(keyOf(request)), input))
  })
}
