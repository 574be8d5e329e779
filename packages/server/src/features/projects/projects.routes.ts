import { createProject as createProjectRoute, listProjects as listProjectsRoute } from '@inlet/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import { bindIdempotent } from '../../platform/http/bind-idempotent.ts'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import { principalOf } from '../../platform/http/import-scope.ts'
import { pageLinks, pageOf } from '../../platform/http/paging.ts'
import type { Memory } from '../../platform/idempotency/run-once.ts'
import { type CreatedProject, createProject, replayCreatedProject } from './create-project.ts'
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

  bindIdempotent(app, deps, createProjectRoute, {
    status: 201,
    perform: async ({ body, request }, { remember }: Memory<CreatedProject>) =>
      answer(201, await createProject({ ...deps, remember }, principalOf(request), body)),
    replay: async ({ body, request }, created) =>
      answer(201, await replayCreatedProject(deps, principalOf(request), body, created)),
  })
}
