/** Changes of insights after their import, beside the import API. */
import * as contract from '@inlet/contract'
import type { FastifyInstance } from 'fastify'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import { etagOf } from '../../platform/http/etag.ts'
import { principalOf } from '../../platform/http/import-scope.ts'
import { updateInsight } from './update-insight.ts'

export type ManageInsightDeps = Parameters<typeof updateInsight>[0]

export function insightManageRoutes(app: FastifyInstance, deps: ManageInsightDeps): void {
  bindRoute(app, contract.updateInsight, async ({ params, body, request }) => {
    const input = { insightKey: params.insight_key, changes: body, ifMatch: request.headers['if-match'] }
    const record = await updateInsight(deps, principalOf(request), input)
    return answer(200, record, { etag: etagOf(record) })
  })
}
