import type { RouteBody, RouteResponse, initializeFile as route } from '@inlet/contract'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Remember } from '../../platform/idempotency/run-once.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { requireOpenProject } from '../projects/projects.public.ts'
import { type QuotaConfig, requireFreeStorage, requireStorageFor } from '../team/team.public.ts'
import {
  createUpload,
  type NewDescriptor,
  readFileName,
  readReferences,
  redescribeUpload,
  ruleOf,
  type UploadConfig,
  viewNewUpload,
} from '../uploads/uploads.public.ts'
import { nextStatus } from './file.state.ts'
import { insertFile } from './files.repo.ts'
import { requireOpenFile } from './get-file.ts'

type Request = RouteBody<typeof route>
type Response = RouteResponse<typeof route, 201>

export interface InitializedFile {
  wavKey: string
}

interface InitializeDeps {
  db: Db
  store: ObjectStore
  config: QuotaConfig & UploadConfig
  remember?: Remember<InitializedFile>
}

export async function initializeFile(
  deps: InitializeDeps,
  principal: Principal,
  input: Request,
): Promise<Response> {
  const format = readFormat(input)
  const references = readReferences(input)
  const project = await requireOpenProject(deps.db, principal, input.project_id)
  await requireFreeStorage(deps, principal.teamId)
  if (input.size_bytes !== undefined) await requireStorageFor(deps, principal.teamId, input.size_bytes)
  // First, because a record without an upload descriptor would be useless.
  const upload = await createUpload(deps, ruleOf(format), input)
  const wavKey = await upload.save(async (tx) => {
    const key = await insertFile(tx, principal, {
      projectId: project.id,
      name: input.file_name,
      extension: format.extension,
      kind: format.kind,
      uploadKey: upload.key,
      ...references,
    })
    await deps.remember?.(tx, { wavKey: key })
    return key
  })
  return viewInitialized(wavKey, upload.descriptor)
}

/** With new URLs for the same upload, so that what was sent with the first ones still counts. */
export async function replayInitializedFile(
  deps: { db: Db; store: ObjectStore },
  principal: Principal,
  input: Request,
  { wavKey }: InitializedFile,
): Promise<Response> {
  const { status, upload_key: key } = await requireOpenFile(deps.db, principal, wavKey)
  if (key === null) throw new AppError('file_not_found')
  const isAwaited = nextStatus(status, 'complete') !== undefined
  const descriptor = await redescribeUpload(deps, { key, rule: ruleOf(readFormat(input)), isAwaited }, input)
  return viewInitialized(wavKey, descriptor)
}

const readFormat = ({ file_name }: Request) =>
  readFileName('file_name', file_name, ['video', 'audio', 'document', 'image'])

function viewInitialized(wavKey: string, descriptor: NewDescriptor): Response {
  return { wav_key: wavKey, ...viewNewUpload(descriptor, `/api/v1/developer/import/files/${wavKey}`) }
}
