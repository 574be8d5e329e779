import type { RouteBody, RouteResponse, initializeFile as route } from '@inlet/contract'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { requireOpenProject } from '../projects/projects.public.ts'
import { type QuotaConfig, requireFreeStorage } from '../team/team.public.ts'
import { describeUpload, newUploadKey, readFileName } from '../uploads/uploads.public.ts'
import { insertFile } from './files.repo.ts'

export async function initializeFile(
  deps: { db: Db; store: ObjectStore; config: QuotaConfig },
  principal: Principal,
  input: RouteBody<typeof route>,
): Promise<RouteResponse<typeof route, 201>> {
  const format = readFileName('file_name', input.file_name, ['video', 'audio', 'document', 'image'])
  const project = await requireOpenProject(deps.db, principal, input.project_id)
  await requireFreeStorage(deps, principal.teamId)
  const uploadKey = newUploadKey()
  // Signed first, because a record without a descriptor is useless.
  const descriptor = await describeUpload(deps.store, uploadKey, format)
  const wavKey = await insertFile(deps.db, principal, {
    projectId: project.id,
    name: input.file_name,
    extension: format.extension,
    kind: format.kind,
    uploadKey,
  })
  const path = `/api/v1/developer/import/files/${wavKey}`
  return { wav_key: wavKey, ...descriptor, links: { complete: `${path}/complete`, status: `${path}/status` } }
}
