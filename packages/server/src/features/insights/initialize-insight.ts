import type { RouteBody, RouteResponse, initializeInsight as route } from '@inlet/contract'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { invalidField } from '../../platform/errors.ts'
import type { Remember } from '../../platform/idempotency/run-once.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { requireOpenProject } from '../projects/projects.public.ts'
import { type QuotaConfig, requireFreeStorage, requireStorageFor } from '../team/team.public.ts'
import {
  createImportUpload,
  type ImportDescriptor,
  type ImportUploadDeps,
  readFileName,
  readReferences,
  redescribeImportUpload,
  ruleOf,
  viewNewUpload,
} from '../uploads/uploads.public.ts'
import { requireOpenInsight } from './get-insight.ts'
import { nextPhase } from './insight.state.ts'
import { insertInsight } from './insights.repo.ts'

type Request = RouteBody<typeof route>
type Response = RouteResponse<typeof route, 201>

export interface InitializedInsight {
  insightKey: string
}

export interface InitializeDeps extends ImportUploadDeps {
  config: ImportUploadDeps['config'] & QuotaConfig
  remember?: Remember<InitializedInsight>
}

export async function initializeInsight(
  deps: InitializeDeps,
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
  if (input.size_bytes !== undefined) await requireStorageFor(deps, principal.teamId, input.size_bytes)
  // First, because a record without an upload descriptor would be useless.
  const upload = await createImportUpload(deps, ruleOf(format), input)
  const insightKey = await upload.save(async (tx) => {
    const key = await insertInsight(tx, principal, {
      projectId: project.id,
      name: input.filename,
      extension: format.extension,
      uploadKey: upload.key,
      ...references,
    })
    await deps.remember?.(tx, { insightKey: key })
    return key
  })
  return viewInitialized(insightKey, upload.descriptor)
}

/** With new URLs for the same upload, so that what was sent with the first ones still counts. */
export async function replayInitializedInsight(
  deps: { db: Db; store: ObjectStore },
  principal: Principal,
  input: Request,
  { insightKey }: InitializedInsight,
): Promise<Response> {
  const { phase, upload_key: key } = await requireOpenInsight(deps.db, principal, insightKey)
  const isAwaited = nextPhase(phase, 'complete') !== undefined
  const descriptor = await redescribeImportUpload(
    deps,
    { key, rule: ruleOf(readFormat(input)), isAwaited },
    input,
  )
  return viewInitialized(insightKey, descriptor)
}

const readFormat = ({ filename }: Request) => readFileName('filename', filename, ['document'])

function viewInitialized(insightKey: string, descriptor: ImportDescriptor): Response {
  const path = `/api/v1/developer/import/insights/${insightKey}`
  return { insight_key: insightKey, ...viewNewUpload(descriptor, path) }
}
