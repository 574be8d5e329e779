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
import type { CompleteDeps } from './complete-file.ts'
import { viewFileItem } from './file.view.ts'
import { completeFileHandlers, initializeFileHandlers } from './file-calls.ts'
import { fileUploadOwner } from './file-upload.ts'
import { fileSource } from './files.repo.ts'
import { getFile } from './get-file.ts'

const listSpec = {
  name: 'files',
  statuses: contract.FileStatus.enum,
  kinds: contract.FileRecordKind.enum,
  hasTimes: true,
  isKey: isRecordKey,
}

export function fileRoutes(
  app: FastifyInstance,
  deps: CompleteDeps & ImportUploadDeps & { publicUrl: string; statusWaits: StatusWaits },
): void {
  bindIdempotent(app, deps, contract.initializeFile, initializeFileHandlers(deps))
  bindIdempotent(app, deps, contract.completeFile, completeFileHandlers(deps))

  bindImportUploadRoutes(app, deps, contract.fileUpload, (principal, { wav_key }) =>
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
