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
import { type CompleteDeps, completeFile } from './complete-file.ts'
import { viewFileItem } from './file.view.ts'
import { fileUploadOwner } from './file-upload.ts'
import { fileSource } from './files.repo.ts'
import { getFile, requireOpenFile } from './get-file.ts'
import { type InitializedFile, initializeFile, replayInitializedFile } from './initialize-file.ts'

const listSpec = {
  name: 'files',
  statuses: contract.FileStatus.enum,
  kinds: contract.FileRecordKind.enum,
  hasTimes: true,
  isKey: isRecordKey,
}

export function fileRoutes(
  app: FastifyInstance,
  deps: CompleteDeps & UploadDeps & { publicUrl: string; statusWaits: StatusWaits },
): void {
  bindIdempotent(app, deps, contract.initializeFile, {
    status: 201,
    perform: async ({ body, request }, { remember }: Memory<InitializedFile>) =>
      answer(201, await initializeFile({ ...deps, remember }, principalOf(request), body)),
    replay: async ({ body, request }, initialized) =>
      answer(201, await replayInitializedFile(deps, principalOf(request), body, initialized)),
  })

  const completed = (wavKey: string) => answer(200, { wav_key: wavKey, status: 'processing' as const })
  bindIdempotent(app, deps, contract.completeFile, {
    status: 200,
    perform: async ({ params, request }, { remember }) => {
      await completeFile({ ...deps, remember }, principalOf(request), params.wav_key)
      return completed(params.wav_key)
    },
    unchanged: () => ({}),
    replay: async ({ params, request }) => {
      await requireOpenFile(deps.db, principalOf(request), params.wav_key)
      return completed(params.wav_key)
    },
  })

  bindUploadRoutes(app, deps, contract.fileUpload, (principal, { wav_key }) =>
    fileUploadOwner(deps, principal, wav_key),
  )

  bindRoute(app, contract.getFile, async ({ params, query, request, reply }) => {
    const hasDetails = readInclude(query, contract.detailGroups).has('details')
    const waiting = waitingOf({ request, reply }, query.wait)
    return answer(200, await getFile(deps, waiting, params.wav_key, { hasDetails }))
  })

  bindRoute(app, contract.listFiles, async ({ query, request }) => {
    const hasDetails = readInclude(query, contract.detailGroups).has('details')
    const { items, end } = await listWithQuery(deps, principalOf(request), fileSource, {
      name: listSpec.name,
      query: readRecordQuery(request.query, listSpec),
      page: pageOf(query),
      requestUrl: request.url,
    })
    return answer(200, { files: items.map((item) => viewFileItem(item, { hasDetails })), ...end })
  })
}
