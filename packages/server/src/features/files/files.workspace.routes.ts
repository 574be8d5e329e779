/** Files uploaded from the browser, through the use cases of the import contract. */
import * as contract from '@inlet/contract/workspace'
import type { FastifyInstance } from 'fastify'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import { principalOf } from '../../platform/http/import-scope.ts'
import { bindWorkspaceUploadRoutes, type ImportUploadDeps, requireSent } from '../uploads/uploads.public.ts'
import { type CompleteDeps, completeFile } from './complete-file.ts'
import { fileUploadOwner } from './file-upload.ts'
import { importFromUrl } from './import-from-url.ts'
import { initializeFile } from './initialize-file.ts'

export function fileWorkspaceRoutes(app: FastifyInstance, deps: CompleteDeps & ImportUploadDeps): void {
  bindRoute(app, contract.beginFile, async ({ body, request }) => {
    const initialized = await initializeFile(deps, principalOf(request), body)
    const { links: _forPrograms, ...begun } = requireSent(initialized)
    return answer(201, begun)
  })

  bindRoute(app, contract.importFileFromUrl, async ({ body, request }) => {
    const wavKey = await importFromUrl(deps, principalOf(request), body)
    return answer(201, { wav_key: wavKey, status: 'processing' as const })
  })

  bindRoute(app, contract.completeFile, async ({ params, request }) => {
    await completeFile(deps, principalOf(request), params.wav_key)
    return answer(200, { wav_key: params.wav_key, status: 'processing' as const })
  })

  bindWorkspaceUploadRoutes(app, deps, contract.fileUpload, (principal, { wav_key }) =>
    fileUploadOwner(deps, principal, wav_key),
  )
}
