/** Projects in the workspace. */
import * as contract from '@inlet/contract/workspace'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import { principalOf } from '../../platform/http/import-scope.ts'
import { createProject } from './create-project.ts'
import { getProject } from './get-project.ts'
import { getProjectSettings } from './get-project-settings.ts'
import { listProjects } from './list-projects.ts'
import { listManagedProjects } from './read-projects.ts'
import { updateProject } from './update-project.ts'

export function projectWorkspaceRoutes(app: FastifyInstance, deps: { db: Db }): void {
  bindRoute(app, contract.listProjects, async ({ query, request }) =>
    answer(200, await listProjects(deps, principalOf(request), query)),
  )

  bindRoute(app, contract.getProject, async ({ params, request }) =>
    answer(200, await getProject(deps, principalOf(request), params.project_id)),
  )

  bindRoute(app, contract.createProject, async ({ body, request }) =>
    answer(201, await createProject(deps, principalOf(request), body)),
  )

  bindRoute(app, contract.listArchivedProjects, async ({ query, request }) => {
    const { projects, next_cursor } = await listManagedProjects(deps, principalOf(request), {
      ...query,
      archived: 'true',
    })
    return answer(200, {
      projects: projects.map(({ id, name, counts }) => ({ id, name, counts })),
      next_cursor,
    })
  })

  bindRoute(app, contract.getProjectSettings, async ({ params, request }) =>
    answer(200, await getProjectSettings(deps, principalOf(request), params.project_id)),
  )

  bindRoute(app, contract.updateProject, async ({ params, body: changes, request }) => {
    const input = { projectId: params.project_id, changes, ifMatch: request.headers['if-match'] }
    return answer(200, await updateProject(deps, principalOf(request), input))
  })
}
