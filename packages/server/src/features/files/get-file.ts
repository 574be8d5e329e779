import type { RouteResponse, getFile as route } from '@inlet/contract'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { isRecordKey } from '../../platform/http/keys.ts'
import type { Waiting } from '../../platform/http/wait.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import type { StatusWaits } from '../changes/changes.public.ts'
import { viewFile } from './file.view.ts'
import { type FileRecord, findOpenFile } from './files.repo.ts'

/** The status of a file; while it is being processed, the call waits if the caller asks for that. */
export async function getFile(
  deps: { db: Db; store: ObjectStore; statusWaits: StatusWaits },
  waiting: Waiting,
  wavKey: string,
  options: { hasDetails?: boolean } = {},
): Promise<RouteResponse<typeof route, 200>> {
  const file = await deps.statusWaits.poll({
    ...waiting,
    imports: [{ kind: 'file', key: wavKey }],
    read: async () => requireOpenFile(deps.db, await waiting.principal(), wavKey),
    isFinal: ({ status }) => status !== 'processing',
  })
  const served = servedObject(file)
  return viewFile(file, served && (await deps.store.presignDownload(served.key, served.name)), options)
}

const extensions = new Map([
  ['video/mp4', 'mp4'],
  ['audio/mp4', 'm4a'],
  ['audio/mpeg', 'mp3'],
])

/** The upload, or the rendition where the upload must not be shown: the rendition of a protected recording. */
function servedObject(file: FileRecord): { key: string; name: string } | null {
  if (file.original_key !== null) return { key: file.original_key, name: file.name }
  if (file.status !== 'completed' || file.rendition_key === null) return null
  const base = file.name.slice(0, file.name.lastIndexOf('.'))
  return { key: file.rendition_key, name: `${base}.${extensions.get(file.rendition_type ?? '') ?? 'bin'}` }
}

/** Answers the same for a file that does not exist and one the caller cannot access. */
export async function requireOpenFile(db: Db, principal: Principal, key: string): Promise<FileRecord> {
  const file = isRecordKey(key) ? await findOpenFile(db, principal, key) : undefined
  if (!file) throw new AppError('file_not_found')
  return file
}
