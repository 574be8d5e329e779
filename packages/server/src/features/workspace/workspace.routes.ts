/** What the workspace reads, and the projects it makes. */
import * as contract from '@inlet/contract/workspace'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import { principalOf } from '../../platform/http/import-scope.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { createProject } from '../projects/projects.public.ts'
import { getImport } from './get-import.ts'
import { getProject } from './get-project.ts'
import { countImports } from './imports.repo.ts'
import { listImports, readProjectId } from './list-imports.ts'
import { listMaterials } from './list-materials.ts'
import { listProjects } from './list-projects.ts'

export function workspaceRoutes(app: FastifyInstance, deps: { db: Db; store: ObjectStore }): void {
  bindRoute(app, contract.listProjects, async ({ query, request }) =>
    answer(200, await listProjects(deps, principalOf(request), query)),
  )

  bindRoute(app, contract.getProject, async ({ params, request }) =>
    answer(200, await getProject(deps, principalOf(request), params.project_id)),
  )

  bindRoute(app, contract.listMaterials, async ({ params, query, request }) =>
    answer(200, await listMaterials(deps, principalOf(request), params.project_id, query)),
  )

  bindRoute(app, contract.createProject, async ({ body, request }) =>
    answer(201, await createProject(deps, principalOf(request), body)),
  )

  bindRoute(app, contract.listImports, async ({ query, request }) =>
    answer(200, await listImports(deps, principalOf(request), query)),
  )

  bindRoute(app, contract.countImports, async ({ query, request }) =>
    answer(
      200,
      await countImports(deps.db, principalOf(request), readProjectId(query), contract.maxImportCount),
    ),
  )

  bindRoute(app, contract.getImport, async ({ params, request }) =>
    answer(200, await getImport(deps, principalOf(request), params)),
  )
}
