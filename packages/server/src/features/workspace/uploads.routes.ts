/** Uploads from the browser, through the use cases of the import contract. */
import * as contract from '@inlet/contract/workspace'
import type { FastifyInstance } from 'fastify'
import type { Principal } from '../../platform/auth/principal.ts'
import { AppError } from '../../platform/errors.ts'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import { principalOf } from '../../platform/http/import-scope.ts'
import { completeFile, initializeFile } from '../files/files.public.ts'
import {
  type CompleteDeps,
  completedInsight,
  completeInsight,
  initializeInsight,
  isDraftOfAnother,
  requireOpenInsight,
} from '../insights/insights.public.ts'

export function uploadRoutes(app: FastifyInstance, deps: CompleteDeps): void {
  bindRoute(app, contract.beginFile, async ({ body, request }) => {
    const { links: _forPrograms, ...begun } = await initializeFile(deps, principalOf(request), body)
    return answer(201, begun)
  })

  bindRoute(app, contract.completeFile, async ({ params, request }) => {
    await completeFile(deps, principalOf(request), params.wav_key)
    return answer(200, { wav_key: params.wav_key, status: 'processing' as const })
  })

  bindRoute(app, contract.beginInsight, async ({ body, request }) => {
    const { links: _forPrograms, ...begun } = await initializeInsight(deps, principalOf(request), body)
    return answer(201, begun)
  })

  bindRoute(app, contract.completeInsight, async ({ params, body, request }) => {
    const principal = principalOf(request)
    await refuseDraftOfAnother(principal, params.insight_key)
    const { insight, isStarted } = await completeInsight(deps, principal, {
      insightKey: params.insight_key,
      shouldPublish: body?.should_publish ?? false,
    })
    if (isStarted) return answer(202, { insight_key: insight.key, status: 'processing' as const })
    return answer(200, completedInsight(insight))
  })

  async function refuseDraftOfAnother(principal: Principal, insightKey: string): Promise<void> {
    const insight = await requireOpenInsight(deps.db, principal, insightKey)
    if (await isDraftOfAnother(deps.db, principal, insight.id)) throw new AppError('insight_not_found')
  }
}
