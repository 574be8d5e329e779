/** Exports of a person in the workspace, for owners of projects and team admins. */
import * as contract from '@inlet/contract/workspace'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import { principalOf } from '../../platform/http/import-scope.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { findProjectOwner, requireManager } from '../projects/projects.public.ts'
import { createExport, requireManagedProject } from './create-export.ts'
import { deleteExport } from './delete-export.ts'
import { viewExport } from './export.view.ts'
import { listExportRows } from './exports.repo.ts'
import { issueUrls, requireExport } from './get-export.ts'

interface ExportWorkspaceDeps {
  db: Db
  store: ObjectStore
  enqueue: Enqueue
}

const listedExports = 20

export function exportWorkspaceRoutes(app: FastifyInstance, deps: ExportWorkspaceDeps): void {
  bindRoute(app, contract.listProjectExports, async ({ query, request }) => {
    const principal = principalOf(request)
    const { id: projectId } = await requireManagedProject(deps.db, principal, query.project_id)
    const search = { projectId, after: undefined, limit: listedExports }
    const rows = await listExportRows(deps.db, principal, search)
    return answer(200, { exports: rows.map((row) => ({ ...viewExport(row), has_people: row.has_people })) })
  })

  bindRoute(app, contract.createProjectExport, async ({ body, request }) => {
    const input = {
      projectId: String(body.project_id),
      format: 'bundle' as const,
      contents: body.contents,
      hasPeople: body.has_people,
      clientAddress: request.ip,
    }
    return answer(202, await createExport(deps, principalOf(request), input))
  })

  // Not a GET: it is recorded, and must not be repeated by a browser on its own.
  bindRoute(app, contract.downloadExport, async ({ params, request }) => {
    const principal = principalOf(request)
    const row = await requireExport(deps.db, principal, params.export_key)
    requireManager(principal, await findProjectOwner(deps.db, row.project_id))
    const recipient = { principal, maySeePeople: true, clientAddress: request.ip }
    const volumes = await issueUrls(deps, row, recipient)
    return answer(200, { volumes }, { 'cache-control': 'no-store' })
  })

  bindRoute(app, contract.deleteProjectExport, async ({ params, request }) => {
    const input = { exportKey: params.export_key, clientAddress: request.ip }
    await deleteExport(deps, principalOf(request), input)
    return answer(204, null)
  })
}
