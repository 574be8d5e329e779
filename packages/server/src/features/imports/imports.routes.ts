/** The imports of the team and of one project, in the workspace. */
import * as contract from '@inlet/contract/workspace'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import { principalOf } from '../../platform/http/import-scope.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { deleteRecord, restoreRecord } from '../trash/trash.public.ts'
import type { ObjectRemover } from '../uploads/uploads.public.ts'
import { findDuplicates } from './find-duplicates.ts'
import { getImport } from './get-import.ts'
import { countImports, importKinds } from './imports.repo.ts'
import { listImporters } from './list-importers.ts'
import { listImports } from './list-imports.ts'
import { listMaterials } from './list-materials.ts'
import { getImportRecord, type ImportRef, updateImport, viewImportRecord } from './update-import.ts'

interface ImportDeps {
  db: Db
  store: ObjectStore
  objectRemover: ObjectRemover
  enqueue: Enqueue
}

export function importRoutes(app: FastifyInstance, deps: ImportDeps): void {
  bindRoute(app, contract.listMaterials, async ({ query, request }) =>
    answer(200, await listMaterials(deps, principalOf(request), query)),
  )

  bindRoute(app, contract.listImporters, async ({ query, request }) =>
    answer(200, await listImporters(deps, principalOf(request), query)),
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

  bindRoute(app, contract.findDuplicates, async ({ body, request }) =>
    answer(200, await findDuplicates(deps, principalOf(request), body)),
  )

  bindManageRoutes(app, deps)
}

/** Renames, moves, deletes and restores, by the rules of the API for programs. */
function bindManageRoutes(app: FastifyInstance, deps: ImportDeps): void {
  bindRoute(app, contract.getImportRecord, async ({ params, request }) =>
    answer(200, await getImportRecord(deps, principalOf(request), refOf(params))),
  )

  bindRoute(app, contract.updateImport, async ({ params, body: changes, request }) => {
    const input = { ...refOf(params), changes, ifMatch: request.headers['if-match'] }
    return answer(200, await updateImport(deps, principalOf(request), input))
  })

  bindRoute(app, contract.deleteImport, async ({ params, query, request }) => {
    const ifMatch = request.headers['if-match']
    const input = { ...refOf(params), ifMatch, isPermanent: query.permanent === 'true' }
    await deleteRecord(deps, principalOf(request), input)
    return answer(204, null)
  })

  bindRoute(app, contract.restoreImport, async ({ params, request }) => {
    const ref = refOf(params)
    return answer(200, viewImportRecord(ref, await restoreRecord(deps, principalOf(request), ref)))
  })
}

function refOf({ kind: word, key }: { kind: string; key: string }): ImportRef {
  const kind = importKinds.find((one) => one === word)
  if (!kind) throw new AppError('not_found')
  return { kind, key }
}
