/** Deleting and restoring records, beside the import API. */
import * as contract from '@inlet/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bindIdempotent, type IdempotencyDeps } from '../../platform/http/bind-idempotent.ts'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import { etagOf } from '../../platform/http/etag.ts'
import { principalOf, scopedKeyOf } from '../../platform/http/import-scope.ts'
import { deleteProject, readRestoredProject, restoreProject } from './delete-project.ts'
import { deleteRecord } from './delete-record.ts'
import { listTrash } from './list-trash.ts'
import type { RecordKind } from './record-kinds.ts'
import { type RestoreDeps, readRestored, restoreRecord } from './restore-record.ts'

export type TrashDeps = Parameters<typeof deleteRecord>[0] & Omit<RestoreDeps, 'remember'> & IdempotencyDeps

export function trashRoutes(app: FastifyInstance, deps: TrashDeps): void {
  bindRoute(app, contract.listTrash, async ({ query, request }) =>
    answer(200, await listTrash(deps, scopedKeyOf(request), query)),
  )
  bindFileRoutes(app, deps)
  bindInsightRoutes(app, deps)
  bindSurveyRoutes(app, deps)
  bindMediaRoutes(app, deps)
  bindProjectRoutes(app, deps)
}

interface Permanence {
  permanent?: 'true' | 'false'
}

const withEtag = <Record extends object>(record: Record) => answer(200, record, { etag: etagOf(record) })
const isPermanent = ({ permanent }: Permanence) => permanent === 'true'

async function remove(
  deps: TrashDeps,
  request: FastifyRequest,
  query: Permanence,
  record: { kind: RecordKind; key: string },
) {
  const ifMatch = request.headers['if-match']
  await deleteRecord(deps, principalOf(request), { ...record, ifMatch, isPermanent: isPermanent(query) })
  return answer(204, null)
}

function bindFileRoutes(app: FastifyInstance, deps: TrashDeps): void {
  const recordOf = ({ wav_key: key }: { wav_key: string }) => ({ kind: 'file', key }) as const
  bindRoute(app, contract.deleteFile, ({ params, query, request }) =>
    remove(deps, request, query, recordOf(params)),
  )
  bindIdempotent(app, deps, contract.restoreFile, {
    status: 200,
    perform: async ({ params, request }, { remember }) =>
      withEtag(await restoreRecord({ ...deps, remember }, principalOf(request), recordOf(params))),
    unchanged: () => ({}),
    replay: async ({ params, request }) =>
      withEtag(await readRestored(deps, principalOf(request), recordOf(params))),
  })
}

function bindInsightRoutes(app: FastifyInstance, deps: TrashDeps): void {
  const recordOf = ({ insight_key: key }: { insight_key: string }) => ({ kind: 'insight', key }) as const
  bindRoute(app, contract.deleteInsight, ({ params, query, request }) =>
    remove(deps, request, query, recordOf(params)),
  )
  bindIdempotent(app, deps, contract.restoreInsight, {
    status: 200,
    perform: async ({ params, request }, { remember }) =>
      withEtag(await restoreRecord({ ...deps, remember }, principalOf(request), recordOf(params))),
    unchanged: () => ({}),
    replay: async ({ params, request }) =>
      withEtag(await readRestored(deps, principalOf(request), recordOf(params))),
  })
}

function bindSurveyRoutes(app: FastifyInstance, deps: TrashDeps): void {
  const recordOf = ({ upload_key: key }: { upload_key: string }) => ({ kind: 'survey', key }) as const
  bindRoute(app, contract.deleteSurvey, ({ params, query, request }) =>
    remove(deps, request, query, recordOf(params)),
  )
  bindIdempotent(app, deps, contract.restoreSurvey, {
    status: 200,
    perform: async ({ params, request }, { remember }) =>
      withEtag(await restoreRecord({ ...deps, remember }, principalOf(request), recordOf(params))),
    unchanged: () => ({}),
    replay: async ({ params, request }) =>
      withEtag(await readRestored(deps, principalOf(request), recordOf(params))),
  })
}

function bindMediaRoutes(app: FastifyInstance, deps: TrashDeps): void {
  const recordOf = ({ media_key: key }: { media_key: string }) => ({ kind: 'media', key }) as const
  bindRoute(app, contract.deleteMedia, ({ params, query, request }) =>
    remove(deps, request, query, recordOf(params)),
  )
  bindIdempotent(app, deps, contract.restoreMedia, {
    status: 200,
    perform: async ({ params, request }, { remember }) =>
      withEtag(await restoreRecord({ ...deps, remember }, principalOf(request), recordOf(params))),
    unchanged: () => ({}),
    replay: async ({ params, request }) =>
      withEtag(await readRestored(deps, principalOf(request), recordOf(params))),
  })
}

function bindProjectRoutes(app: FastifyInstance, deps: TrashDeps): void {
  bindRoute(app, contract.deleteProject, async ({ params, query, request }) => {
    const ifMatch = request.headers['if-match']
    const input = { projectId: params.project_id, ifMatch, isPermanent: isPermanent(query) }
    await deleteProject(deps, principalOf(request), input)
    return answer(204, null)
  })
  bindIdempotent(app, deps, contract.restoreProject, {
    status: 200,
    perform: async ({ params, request }, { remember }) =>
      withEtag(await restoreProject({ ...deps, remember }, principalOf(request), params.project_id)),
    unchanged: () => ({}),
    replay: async ({ params, request }) =>
      withEtag(await readRestoredProject(deps, principalOf(request), params.project_id)),
  })
}
