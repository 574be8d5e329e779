import type { RouteBody, RouteResponse, initializeFile as route } from '@inlet/contract'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
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
import { nextStatus } from './file.state.ts'
import { insertFile } from './files.repo.ts'
import { requireOpenFile } from './get-file.ts'
import { createTranscriptUpload, describeTranscriptUpload } from './transcript-upload.ts'

type Request = RouteBody<typeof route>
type Response = RouteResponse<typeof route, 201>

export interface InitializedFile {
  wavKey: string
}

export interface InitializeDeps extends ImportUploadDeps {
  config: ImportUploadDeps['config'] & QuotaConfig
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
  const transcript = await createTranscriptUpload(deps.store, format, input.transcript_file_name)
  const upload = await createImportUpload(deps, ruleOf(format), input)
  const wavKey = await upload.save(async (tx) => {
    const key = await insertFile(tx, principal, {
      projectId: project.id,
      name: input.file_name,
      extension: format.extension,
      kind: format.kind,
      uploadKey: upload.key,
      transcript,
      ...references,
    })
    await deps.remember?.(tx, { wavKey: key })
    return key
  })
  return {
    ...viewInitialized(wavKey, upload.descriptor),
    ...(transcript && { transcript: transcript.descriptor }),
  }
}

/** With new URLs for the same upload, so that what was sent with the first ones still counts. */
export async function replayInitializedFile(
  deps: { db: Db; store: ObjectStore },
  principal: Principal,
  input: Request,
  { wavKey }: InitializedFile,
): Promise<Response> {
  const file = await requireOpenFile(deps.db, principal, wavKey)
  const { status, upload_key: key } = file
  if (key === null) throw new AppError('file_not_found')
  const isAwaited = nextStatus(status, 'complete') !== undefined
  const descriptor = await redescribeImportUpload(
    deps,
    { key, rule: ruleOf(readFormat(input)), isAwaited },
    input,
  )
  const transcript = await describeTranscriptUpload(deps.store, file)
  return { ...viewInitialized(wavKey, descriptor), ...(transcript && { transcript }) }
}

const readFormat = ({ file_name }: Request) =>
  readFileName('file_name', file_name, ['video', 'audio', 'document', 'image'])

function viewInitialized(wavKey: string, descriptor: ImportDescriptor): Response {
  return { wav_key: wavKey, ...viewNewUpload(descriptor, `/api/v1/developer/import/files/${wavKey}`) }
}
