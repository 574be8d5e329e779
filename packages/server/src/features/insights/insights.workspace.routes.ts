/** Insights uploaded from the browser, through the use cases of the import contract. */
import * as contract from '@inlet/contract/workspace'
import type { FastifyInstance } from 'fastify'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import { principalOf } from '../../platform/http/import-scope.ts'
import { bindWorkspaceUploadRoutes, type ImportUploadDeps, requireSent } from '../uploads/uploads.public.ts'
import { type CompleteDeps, completeInsight } from './complete-insight.ts'
import { initializeInsight } from './initialize-insight.ts'
import { completedInsight, startedInsight } from './insight.view.ts'
import { insightUploadOwner } from './insight-upload.ts'

export function insightWorkspaceRoutes(app: FastifyInstance, deps: CompleteDeps & ImportUploadDeps): void {
  bindRoute(app, contract.beginInsight, async ({ body, request }) => {
    const initialized = await initializeInsight(deps, principalOf(request), body)
    const { links: _forPrograms, ...begun } = requireSent(initialized)
    return answer(201, begun)
  })

  bindRoute(app, contract.completeInsight, async ({ params, body, request }) => {
    const { insight, isStarted } = await completeInsight(deps, principalOf(request), {
      insightKey: params.insight_key,
      shouldPublish: body?.should_publish ?? false,
    })
    return isStarted ? answer(202, startedInsight(insight)) : answer(200, completedInsight(insight))
  })

  bindWorkspaceUploadRoutes(app, deps, contract.insightUpload, (principal, { insight_key }) =>
    insightUploadOwner(deps, principal, insight_key),
  )
}
