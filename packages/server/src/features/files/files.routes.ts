import * as contract from '@inlet/contract'
import type { FastifyInstance } from 'fastify'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import { principalOf } from '../../platform/http/import-scope.ts'
import { readInclude } from '../../platform/http/include.ts'
import { pageLinks, pageOf } from '../../platform/http/paging.ts'
import { waitingOf } from '../../platform/http/wait.ts'
import type { StatusWaits } from '../changes/changes.public.ts'
import { type CompleteDeps, completeFile } from './complete-file.ts'
import { viewFileItem } from './file.view.ts'
import { listOpenFiles } from './files.repo.ts'
import { getFile } from './get-file.ts'
import { initializeFile } from './initialize-file.ts'

export function fileRoutes(
  app: FastifyInstance,
  deps: CompleteDeps & { publicUrl: string; statusWaits: StatusWaits },
): void {
  bindRoute(app, contract.initializeFile, async ({ body, request }) =>
    answer(201, await initializeFile(deps, principalOf(request), body)),
  )

  bindRoute(app, contract.completeFile, async ({ params, request }) => {
    await completeFile(deps, principalOf(request), params.wav_key)
    return answer(200, { wav_key: params.wav_key, status: 'processing' as const })
  })

  bindRoute(app, contract.getFile, async ({ params, query, request, reply }) => {
    const hasDetails = readInclude(query, contract.detailGroups).has('details')
    const waiting = waitingOf({ request, reply }, query.wait)
    return answer(200, await getFile(deps, waiting, params.wav_key, { hasDetails }))
  })

  bindRoute(app, contract.listFiles, async ({ query, request }) => {
    const page = pageOf(query)
    const hasDetails = readInclude(query, contract.detailGroups).has('details')
    const { items, count } = await listOpenFiles(deps.db, principalOf(request), page)
    return answer(200, {
      files: items.map((item) => viewFileItem(item, { hasDetails })),
      ...pageLinks(deps.publicUrl, request.url, page, count),
    })
  })
}
