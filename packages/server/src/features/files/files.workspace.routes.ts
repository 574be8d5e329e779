/** Files uploaded from the browser, through the use cases of the import contract. */
import * as contract from '@inlet/contract/workspace'
import type { FastifyInstance } from 'fastify'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import { principalOf } from '../../platform/http/import-scope.ts'
import { requireForm, type UploadDeps } from '../uploads/uploads.public.ts'
import { type CompleteDeps, completeFile } from './complete-file.ts'
import { initializeFile } from './initialize-file.ts'

export function fileWorkspaceRoutes(app: FastifyInstance, deps: CompleteDeps & UploadDeps): void {
  bindRoute(app, contract.beginFile, async ({ body, request }) => {
    const form = { ...body, upload_type: 'form' as const }
    const initialized = await initializeFile(deps, principalOf(request), form)
    const { links: _forPrograms, ...begun } = requireForm(initialized)
    return answer(201, begun)
  })

  bindRoute(app, contract.completeFile, async ({ params, request }) => {
    await completeFile(deps, principalOf(request), params.wav_key)
    return answer(200, { wav_key: params.wav_key, status: 'processing' as const })
  })
}
