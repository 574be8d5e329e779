import { createProject as createProjectRoute, listProjects as listProjectsRoute } from '@inlet/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import { bindIdempotent, type IdempotencyDeps } from '../../platform/http/bind-idempotent.ts'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import { principalOf } from '../../platform/http/import-scope.ts'
import { pageOf } from '../../platform/http/paging.ts'
import { readRecordQuery } from '../../platform/http/record-query.ts'
import type { Memory } from '../../platform/idempotency/run-once.ts'
import { type CreatedProject, createProject, replayCreatedProject } from './create-project.ts'
import { listProjectsToImportInto } from './list-open-projects.ts'

export interface ProjectDeps {
  db: Db
  publicUrl: string
}

const listSpec = { name: 'projects', isKey: (key: string) => /^[1-9]\d{0,14}$/.test(key) }

export function projectRoutes(app: FastifyInstance, deps: ProjectDeps & IdempotencyDeps): void {
  bindRoute(app, listProjectsRoute, async ({ query, request }) => {
    const input = {
      name: listSpec.name,
      query: readRecordQuery(request.query, listSpec),
      page: pageOf(query),
      requestUrl: request.url,
    }
    return answer(200, await listProjectsToImportInto(deps, principalOf(request), input))
  })

  bindIdempotent(app, deps, createProjectRoute, {
    status: 201,
    perform: async ({ body, request }, { remember }: Memory<CreatedProject>) =>
      answer(201, await createProject({ ...deps, remember }, principalOf(request), body)),
    replay: async ({ body, request }, created) =>
      answer(201, await replayCreatedProject(deps, principalOf(request), body, created)),
  })
}
