import type { RouteBody, RouteResponse, initializeInsight as route } from '@inlet/contract'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { invalidField } from '../../platform/errors.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { requireOpenProject } from '../projects/projects.public.ts'
import { type QuotaConfig, requireFreeStorage } from '../team/team.public.ts'
import { describeUpload, newUploadKey, readFileName } from '../uploads/uploads.public.ts'
import { insertInsight } from './insights.repo.ts'

export async function initializeInsight(
  deps: { db: Db; store: ObjectStore; config: QuotaConfig },
  principal: Principal,
  input: RouteBody<typeof route>,
): Promise<RouteResponse<typeof route, 201>> {
  if (input.should_publish !== undefined) {
    throw invalidField('should_publish', 'is not accepted here; send it to complete')
  }
  const format = readFileName('filename', input.filename, ['document'])
  const project = await requireOpenProject(deps.db, principal, input.project_id)
  await requireFreeStorage(deps, principal.teamId)
  const uploadKey = newUploadKey()
  // Signed first, because a record without an upload descriptor would be useless.
  const descriptor = await describeUpload(deps.store, uploadKey, format)
  const insightKey = await insertInsight(deps.db, principal, {
    projectId: project.id,
    name: input.filename,
    extension: format.extension,
    uploadKey,
  })
  const path = `/api/v1/developer/import/insights/${insightKey}`
  return {
    insight_key: insightKey,
    ...descriptor,
    links: { complete: `${path}/complete`, status: `${path}/status` },
  }
}
