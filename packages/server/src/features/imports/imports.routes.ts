/** The imports of the team and of one project, in the workspace. */
import * as contract from '@inlet/contract/workspace'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import { principalOf } from '../../platform/http/import-scope.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { getImport } from './get-import.ts'
import { countImports } from './imports.repo.ts'
import { listImports } from './list-imports.ts'
import { listMaterials } from './list-materials.ts'

export function importRoutes(app: FastifyInstance, deps: { db: Db; store: ObjectStore }): void {
  bindRoute(app, contract.listMaterials, async ({ query, request }) =>
    answer(200, await listMaterials(deps, principalOf(request), query)),
  )

  bindRoute(app, contract.listImports, async ({ query, request }) =>
    answer(200, await listImports(deps, principalOf(request), query)),
  )

  bindRoute(app, contract.countImports, async ({ query, request }) =>
    answer(200, await countImports(deps.db, principalOf(request), query.project_id, contract.maxImportCount)),
  )

  bindRoute(app, contract.getImport, async ({ params, request }) =>
    answer(200, await getImport(deps, principalOf(request), params)),
  )
}
