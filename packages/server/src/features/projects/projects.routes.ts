import { createProject as createProjectRoute, listProjects as listProjectsRoute } from '@inlet/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import { principalOf } from '../../platform/http/import-scope.ts'
import { pageLinks, pageOf } from '../../platform/http/paging.ts'
import { createProject } from './create-project.ts'
import { listOpenProjects } from './projects.repo.ts'

export interface ProjectDeps {
  db: Db
  publicUrl: string
}

export function projectRoutes(app: FastifyInstance, deps: ProjectDeps): void {
  bindRoute(app, listProjectsRoute, async ({ query, request }) => {
    const page = pageOf(query)
    const { projects, count } = await listOpenProjects(deps.db, principalOf(request), page)
    return answer(200, { projects, ...pageLinks(deps.publicUrl, request.url, page, count) })
  })

  bindRoute(app, createProjectRoute, async ({ body, request }) => {
    return answer(201, await createProject(deps, principalOf(request), body))
  })
}
