/** The trash in the workspace, and projects that are deleted to it. */
import * as contract from '@inlet/contract/workspace'
import type { FastifyInstance } from 'fastify'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import { principalOf } from '../../platform/http/import-scope.ts'
import type { ObjectRemover } from '../uploads/uploads.public.ts'
import { browseTrash } from './browse-trash.ts'
import { deleteProject, restoreProject } from './delete-project.ts'
import { deleteRecord } from './delete-record.ts'
import { type RestoreDeps, restoreRecord } from './restore-record.ts'

type TrashDeps = Omit<RestoreDeps, 'remember'> & { objectRemover: ObjectRemover }

export function trashWorkspaceRoutes(app: FastifyInstance, deps: TrashDeps): void {
  bindRoute(app, contract.listTrash, async ({ query, request }) =>
    answer(200, await browseTrash(deps, principalOf(request), query)),
  )

  bindRoute(app, contract.deleteMedia, async ({ params, query, request }) => {
    const ifMatch = request.headers['if-match']
    const media = { kind: 'media', key: params.media_key } as const
    const input = { ...media, ifMatch, isPermanent: query.permanent === 'true' }
    await deleteRecord(deps, principalOf(request), input)
    return answer(204, null)
  })

  bindRoute(app, contract.restoreMedia, async ({ params, request }) => {
    const media = { kind: 'media', key: params.media_key } as const
    const { media_key, filename } = await restoreRecord(deps, principalOf(request), media)
    return answer(200, { media_key, filename })
  })

  bindRoute(app, contract.deleteProject, async ({ params, query, request }) => {
    const ifMatch = request.headers['if-match']
    const input = { projectId: params.project_id, ifMatch, isPermanent: query.permanent === 'true' }
    await deleteProject(deps, principalOf(request), input)
    return answer(204, null)
  })

  bindRoute(app, contract.restoreProject, async ({ params, request }) =>
    answer(200, await restoreProject(deps, principalOf(request), params.project_id)),
  )
}
