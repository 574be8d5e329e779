import * as contract from '@inlet/contract'
import type { FastifyInstance } from 'fastify'
import { bindIdempotent } from '../../platform/http/bind-idempotent.ts'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import { principalOf } from '../../platform/http/import-scope.ts'
import { readInclude } from '../../platform/http/include.ts'
import { isRecordKey } from '../../platform/http/keys.ts'
import { pageOf } from '../../platform/http/paging.ts'
import { readRecordQuery } from '../../platform/http/record-query.ts'
import { waitingOf } from '../../platform/http/wait.ts'
import type { StatusWaits } from '../changes/changes.public.ts'
import { listWithQuery } from '../projects/projects.public.ts'
import { bindImportUploadRoutes, type ImportUploadDeps } from '../uploads/uploads.public.ts'
import type { CompleteDeps } from './complete-insight.ts'
import { getInsight } from './get-insight.ts'
import { viewInsightItem } from './insight.view.ts'
import { completeInsightHandlers, initializeInsightHandlers } from './insight-calls.ts'
import { insightUploadOwner } from './insight-upload.ts'
import { insightSource } from './insights.repo.ts'

const listSpec = {
  name: 'insights',
  statuses: contract.ProcessingStatus.enum,
  hasTimes: true,
  isKey: isRecordKey,
}

export function insightRoutes(
  app: FastifyInstance,
  deps: CompleteDeps & ImportUploadDeps & { publicUrl: string; statusWaits: StatusWaits },
): void {
  bindIdempotent(app, deps, contract.initializeInsight, initializeInsightHandlers(deps))
  bindIdempotent(app, deps, contract.completeInsight, completeInsightHandlers(deps))

  bindImportUploadRoutes(app, deps, contract.insightUpload, (principal, { insight_key }) =>
    insightUploadOwner(deps, principal, insight_key),
  )

  bindRoute(app, contract.getInsight, async ({ params, query, request, reply }) => {
    const hasDetails = readInclude(query, contract.detailGroups).has('details')
    const waiting = waitingOf({ request, reply }, query.wait)
    return answer(200, await getInsight(deps, waiting, params.insight_key, { hasDetails }))
  })

  bindRoute(app, contract.listInsights, async ({ query, request }) => {
    const hasDetails = readInclude(query, contract.detailGroups).has('details')
    const { items, end } = await listWithQuery(deps, principalOf(request), insightSource, {
      name: listSpec.name,
      query: readRecordQuery(request.query, listSpec),
      page: pageOf(query),
      requestUrl: request.url,
    })
    return answer(200, { insights: items.map((item) => viewInsightItem(item, { hasDetails })), ...end })
  })
}
