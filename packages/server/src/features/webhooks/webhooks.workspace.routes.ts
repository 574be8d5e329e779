/** Webhooks in the workspace. */
import * as contract from '@inlet/contract/workspace'
import type { FastifyInstance } from 'fastify'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import { principalOf } from '../../platform/http/import-scope.ts'
import { deleteWebhook } from './delete-webhook.ts'
import { listDeliveries } from './list-deliveries.ts'
import { redeliver } from './redeliver.ts'
import { redeliverSince } from './redeliver-since.ts'
import { rotateWebhookSecret } from './rotate-webhook-secret.ts'
import { switchWebhook } from './set-webhook-status.ts'
import { createTeamWebhook, getTeamWebhook, listTeamWebhooks } from './team-webhooks.ts'
import { testWebhook } from './test-webhook.ts'
import { ofOwnKeys, seenBy } from './webhook-access.repo.ts'
import type { WebhookDeps } from './webhooks.routes.ts'

export function webhookWorkspaceRoutes(app: FastifyInstance, deps: WebhookDeps): void {
  bindRoute(app, contract.listWebhooks, async ({ query, request }) =>
    answer(200, await listTeamWebhooks(deps, principalOf(request), query)),
  )

  bindRoute(app, contract.createWebhook, async ({ body, request }) =>
    answer(201, await createTeamWebhook(deps, principalOf(request), body)),
  )

  bindRoute(app, contract.disableWebhook, async ({ params: { webhook_key }, request }) => {
    const principal = principalOf(request)
    await switchWebhook(deps, seenBy(principal), { webhookKey: webhook_key, status: 'disabled' })
    return answer(200, await getTeamWebhook(deps, principal, webhook_key))
  })

  bindRoute(app, contract.enableWebhook, async ({ params: { webhook_key }, request }) => {
    const principal = principalOf(request)
    await switchWebhook(deps, ofOwnKeys(principal), { webhookKey: webhook_key, status: 'enabled' })
    return answer(200, await getTeamWebhook(deps, principal, webhook_key))
  })

  bindRoute(app, contract.deleteWebhook, async ({ params, request }) => {
    await deleteWebhook(deps, ofOwnKeys(principalOf(request)), params.webhook_key)
    return answer(204, null)
  })

  bindRoute(app, contract.rotateWebhookSecret, async ({ params: { webhook_key }, body, request }) => {
    const principal = principalOf(request)
    const input = { webhookKey: webhook_key, overlapSeconds: body.overlap_seconds }
    const { secret } = await rotateWebhookSecret(deps, ofOwnKeys(principal), input)
    return answer(200, { webhook: await getTeamWebhook(deps, principal, webhook_key), secret })
  })

  bindRoute(app, contract.testWebhook, async ({ params, request }) =>
    answer(200, await testWebhook(deps, ofOwnKeys(principalOf(request)), params.webhook_key)),
  )

  bindRoute(app, contract.listDeliveries, async ({ params, query, request }) => {
    const input = { webhookKey: params.webhook_key, query }
    return answer(200, await listDeliveries(deps, ofOwnKeys(principalOf(request)), input))
  })

  bindRoute(app, contract.redeliver, async ({ params, request }) => {
    const input = { webhookKey: params.webhook_key, deliveryKey: params.delivery_key }
    return answer(202, await redeliver(deps, ofOwnKeys(principalOf(request)), input))
  })

  bindRoute(app, contract.redeliverSince, async ({ params, body, request }) => {
    const input = { webhookKey: params.webhook_key, since: body.since }
    return answer(202, await redeliverSince(deps, ofOwnKeys(principalOf(request)), input))
  })
}
