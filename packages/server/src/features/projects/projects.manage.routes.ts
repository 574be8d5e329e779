/** Changes of projects, beside the import API. */
import * as contract from '@inlet/contract'
import type { FastifyInstance } from 'fastify'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import { etagOf } from '../../platform/http/etag.ts'
import { principalOf } from '../../platform/http/import-scope.ts'
import { updateProject } from './update-project.ts'

export type ManageProjectDeps = Parameters<typeof updateProject>[0]

export function projectManageRoutes(app: FastifyInstance, deps: ManageProjectDeps): void {
  bindRoute(app, contract.updateProject, async ({ params, body, request }) => {
    const input = { projectId: params.project_id, changes: body, ifMatch: request.headers['if-match'] }
    const project = await updateProject(deps, principalOf(request), input)
    return answer(200, project, { etag: etagOf(project) })
  })
}
