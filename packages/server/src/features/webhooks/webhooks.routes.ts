/** The webhooks of an API key. */
import * as contract from '@inlet/contract'
import type { FastifyInstance } from 'fastify'
import { bindIdempotent } from '../../platform/http/bind-idempotent.ts'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import { keyOf } from '../../platform/http/import-scope.ts'
import type { Memory } from '../../platform/idempotency/run-once.ts'
import { type CreatedWebhook, createWebhook } from './create-webhook.ts'
import { deleteWebhook } from './delete-webhook.ts'
import { requireWebhook } from './find-webhook.ts'
import { listDeliveries } from './list-deliveries.ts'
import { listWebhooks } from './list-webhooks.ts'
import { redeliver } from './redeliver.ts'
import { type RedeliverProgress, redeliverSince } from './redeliver-since.ts'
import { replayCreatedWebhook, replayRedelivery, replayRotation } from './replay-webhook-call.ts'
import { rotateWebhookSecret } from './rotate-webhook-secret.ts'
import { replayTest, type SentTest, type TestDeps, testWebhook } from './test-webhook.ts'
import { updateWebhook } from './update-webhook.ts'
import { viewWebhook } from './webhook.view.ts'
import { ofCallingKey } from './webhook-access.repo.ts'

export type WebhookDeps = Omit<Parameters<typeof createWebhook>[0], 'remember'> & TestDeps

export function webhookRoutes(app: FastifyInstance, deps: WebhookDeps): void {
  bindIdempotent(app, deps, contract.createWebhook, {
    status: 201,
    perform: async ({ body, request }, { remember }: Memory<CreatedWebhook>) =>
      answer(201, await createWebhook({ ...deps, remember }, keyOf(request), body)),
    replay: async ({ body, request }, { webhookKey }) =>
      answer(201, await replayCreatedWebhook(deps, ofCallingKey(keyOf(request)), webhookKey, body)),
  })

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

  bindIdempotent(app, deps, contract.rotateWebhookSecret, {
    status: 200,
    perform: async ({ params, body, request }, { remember }) => {
      const input = { webhookKey: params.webhook_key, overlapSeconds: body.overlap_seconds }
      return answer(
        200,
        await rotateWebhookSecret({ ...deps, remember }, ofCallingKey(keyOf(request)), input),
      )
    },
    replay: async ({ params, request }) =>
      answer(200, await replayRotation(deps, ofCallingKey(keyOf(request)), params.webhook_key)),
  })

  bindIdempotent(app, deps, contract.testWebhook, {
    status: 200,
    perform: async ({ params, request }, memory: Memory<SentTest>) =>
      answer(200, await testWebhook({ ...deps, memory }, ofCallingKey(keyOf(request)), params.webhook_key)),
    replay: async ({ params, request }, sent) =>
      answer(200, await replayTest(deps, ofCallingKey(keyOf(request)), params.webhook_key, sent)),
  })

  bindRoute(app, contract.listDeliveries, async ({ params, query, request }) => {
    const input = { webhookKey: params.webhook_key, query }
    return answer(200, await listDeliveries(deps, ofCallingKey(keyOf(request)), input))
  })

  const deliveryOf = (params: { webhook_key: string; delivery_key: string }) => ({
    webhookKey: params.webhook_key,
    deliveryKey: params.delivery_key,
  })
  bindIdempotent(app, deps, contract.redeliver, {
    status: 202,
    perform: async ({ params, request }, { remember }) =>
      answer(202, await redeliver({ ...deps, remember }, ofCallingKey(keyOf(request)), deliveryOf(params))),
    replay: async ({ params, request }) =>
      answer(202, await replayRedelivery(deps, ofCallingKey(keyOf(request)), deliveryOf(params))),
  })

  bindIdempotent(app, deps, contract.redeliverSince, {
    status: 202,
    perform: async ({ params, body, request }, memory: Memory<RedeliverProgress>) => {
      const input = { webhookKey: params.webhook_key, since: body.since }
      return answer(202, await redeliverSince({ ...deps, memory }, ofCallingKey(keyOf(request)), input))
    },
    replay: async ({ params, request }, { count }) => {
      await requireWebhook(deps.db, ofCallingKey(keyOf(request)), params.webhook_key)
      return answer(202, { count })
    },
  })
}
