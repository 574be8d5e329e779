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
import type { Memory } from '../../platform/idempotency/run-once.ts'
import type { StatusWaits } from '../changes/changes.public.ts'
import { listWithQuery } from '../projects/projects.public.ts'
import { bindUploadRoutes, type UploadDeps } from '../uploads/uploads.public.ts'
import { type CompleteDeps, completeInsight } from './complete-insight.ts'
import { getInsight, requireOpenInsight } from './get-insight.ts'
import { type InitializedInsight, initializeInsight, replayInitializedInsight } from './initialize-insight.ts'
import { completedInsight, startedInsight, viewInsightItem } from './insight.view.ts'
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
  deps: CompleteDeps & UploadDeps & { publicUrl: string; statusWaits: StatusWaits },
): void {
  bindIdempotent(app, deps, contract.initializeInsight, {
    status: 201,
    perform: async ({ body, request }, { remember }: Memory<InitializedInsight>) =>
      answer(201, await initializeInsight({ ...deps, remember }, principalOf(request), body)),
    replay: async ({ body, request }, initialized) =>
      answer(201, await replayInitializedInsight(deps, principalOf(request), body, initialized)),
  })

  bindIdempotent(app, deps, contract.completeInsight, {
    status: 202,
    perform: async ({ params, body, request }, { remember }) => {
      const { insight, isStarted } = await completeInsight({ ...deps, remember }, principalOf(request), {
        insightKey: params.insight_key,
        shouldPublish: body?.should_publish ?? false,
      })
      return isStarted ? answer(202, startedInsight(insight)) : answer(200, completedInsight(insight))
    },
    unchanged: () => ({}),
    replay: async ({ params, request }, _outcome, status) => {
      const insight = await requireOpenInsight(deps.db, principalOf(request), params.insight_key)
      if (status === 200) return answer(200, completedInsight(insight))
      return answer(202, insight.phase === 'processing' ? startedInsight(insight) : completedInsight(insight))
    },
  })

  bindUploadRoutes(app, deps, contract.insightUpload, (principal, { insight_key }) =>
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
