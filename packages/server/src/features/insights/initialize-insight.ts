import type { RouteBody, RouteResponse, initializeInsight as route, UploadDescriptor } from '@inlet/contract'
import type { Principal } from '../../platform/auth/principal.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { invalidField } from '../../platform/errors.ts'
import type { Remember } from '../../platform/idempotency/run-once.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { requireOpenProject } from '../projects/projects.public.ts'
import { type QuotaConfig, requireFreeStorage } from '../team/team.public.ts'
import { describeUpload, newUploadKey, readFileName, readReferences } from '../uploads/uploads.public.ts'
import { requireOpenInsight } from './get-insight.ts'
import { insertInsight } from './insights.repo.ts'

type Request = RouteBody<typeof route>
type Response = RouteResponse<typeof route, 201>

export interface InitializedInsight {
  insightKey: string
}

export async function initializeInsight(
  deps: { db: Db; store: ObjectStore; config: QuotaConfig; remember?: Remember<InitializedInsight> },
  principal: Principal,
  input: Request,
): Promise<Response> {
  if (input.should_publish !== undefined) {
    throw invalidField('should_publish', 'is not accepted here; send it to complete')
  }
  const format = readFormat(input)
  const references = readReferences(input)
  const project = await requireOpenProject(deps.db, principal, input.project_id)
  await requireFreeStorage(deps, principal.teamId)
  const uploadKey = newUploadKey()
  // Signed first, because a record without an upload descriptor would be useless.
  const descriptor = await describeUpload(deps.store, uploadKey, format)
  const insightKey = await inTransaction(deps.db, async (tx) => {
    const key = await insertInsight(tx, principal, {
      projectId: project.id,
      name: input.filename,
      extension: format.extension,
      uploadKey,
      ...references,
    })
    await deps.remember?.(tx, { insightKey: key })
    return key
  })
  return viewInitialized(insightKey, descriptor)
}

/** With a new descriptor for the same key, so that an upload with the first one still counts. */
export async function replayInitializedInsight(
  deps: { db: Db; store: ObjectStore },
  principal: Principal,
  input: Request,
  { insightKey }: InitializedInsight,
): Promise<Response> {
  const { upload_key } = await requireOpenInsight(deps.db, principal, insightKey)
  return viewInitialized(insightKey, await describeUpload(deps.store, upload_key, readFormat(input)))
}

const readFormat = ({ filename }: Request) => readFileName('filename', filename, ['document'])

function viewInitialized(insightKey: string, descriptor: UploadDescriptor): Response {
  const path = `/api/v1/developer/import/insights/${insightKey}`
  return {
    insight_key: insightKey,
    ...descriptor,
    links: { complete: `${path}/complete`, status: `${path}/status` },
  }
}
