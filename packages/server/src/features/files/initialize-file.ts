import type { RouteBody, RouteResponse, initializeFile as route, UploadDescriptor } from '@inlet/contract'
import type { Principal } from '../../platform/auth/principal.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Remember } from '../../platform/idempotency/run-once.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { requireOpenProject } from '../projects/projects.public.ts'
import { type QuotaConfig, requireFreeStorage } from '../team/team.public.ts'
import { describeUpload, newUploadKey, readFileName, readReferences } from '../uploads/uploads.public.ts'
import { insertFile } from './files.repo.ts'
import { requireOpenFile } from './get-file.ts'

type Request = RouteBody<typeof route>
type Response = RouteResponse<typeof route, 201>

export interface InitializedFile {
  wavKey: string
}

export async function initializeFile(
  deps: { db: Db; store: ObjectStore; config: QuotaConfig; remember?: Remember<InitializedFile> },
  principal: Principal,
  input: Request,
): Promise<Response> {
  const format = readFormat(input)
  const references = readReferences(input)
  const project = await requireOpenProject(deps.db, principal, input.project_id)
  await requireFreeStorage(deps, principal.teamId)
  const uploadKey = newUploadKey()
  // Signed first, because a record without a descriptor is useless.
  const descriptor = await describeUpload(deps.store, uploadKey, format)
  const wavKey = await inTransaction(deps.db, async (tx) => {
    const key = await insertFile(tx, principal, {
      projectId: project.id,
      name: input.file_name,
      extension: format.extension,
      kind: format.kind,
      uploadKey,
      ...references,
    })
    await deps.remember?.(tx, { wavKey: key })
    return key
  })
  return viewInitialized(wavKey, descriptor)
}

/** With a new descriptor for the same key, so that an upload with the first one still counts. */
export async function replayInitializedFile(
  deps: { db: Db; store: ObjectStore },
  principal: Principal,
  input: Request,
  { wavKey }: InitializedFile,
): Promise<Response> {
  const { upload_key } = await requireOpenFile(deps.db, principal, wavKey)
  if (upload_key === null) throw new AppError('file_not_found')
  return viewInitialized(wavKey, await describeUpload(deps.store, upload_key, readFormat(input)))
}

const readFormat = ({ file_name }: Request) =>
  readFileName('file_name', file_name, ['video', 'audio', 'document', 'image'])

function viewInitialized(wavKey: string, descriptor: UploadDescriptor): Response {
  const path = `/api/v1/developer/import/files/${wavKey}`
  return { wav_key: wavKey, ...descriptor, links: { complete: `${path}/complete`, status: `${path}/status` } }
}
