/** Changes of files after their import, beside the import API. */
import * as contract from '@inlet/contract'
import type { FastifyInstance } from 'fastify'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import { etagOf } from '../../platform/http/etag.ts'
import { principalOf } from '../../platform/http/import-scope.ts'
import { updateFile } from './update-file.ts'

export type ManageFileDeps = Parameters<typeof updateFile>[0]

export function fileManageRoutes(app: FastifyInstance, deps: ManageFileDeps): void {
  bindRoute(app, contract.updateFile, async ({ params, body, request }) => {
    const input = { wavKey: params.wav_key, changes: body, ifMatch: request.headers['if-match'] }
    const record = await updateFile(deps, principalOf(request), input)
    return answer(200, record, { etag: etagOf(record) })
  })
}
