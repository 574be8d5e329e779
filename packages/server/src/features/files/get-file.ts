import type { RouteResponse, getFile as route } from '@inlet/contract'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { isRecordKey } from '../../platform/http/keys.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { viewFile } from './file.view.ts'
import { type FileRecord, findOpenFile } from './files.repo.ts'

export async function getFile(
  deps: { db: Db; store: ObjectStore },
  principal: Principal,
  wavKey: string,
): Promise<RouteResponse<typeof route, 200>> {
  const file = await requireOpenFile(deps.db, principal, wavKey)
  const served = whatIsServed(file)
  return viewFile(file, served && (await deps.store.presignDownload(served.key, served.name)))
}

const extensions = new Map([
  ['video/mp4', 'mp4'],
  ['audio/mp4', 'm4a'],
  ['audio/mpeg', 'mp3'],
])

/** The upload itself; of a private recording only what protects people, and nothing before that is there. */
function whatIsServed(file: FileRecord): { key: string; name: string } | null {
  if (!file.is_private) return file.object_key === null ? null : { key: file.object_key, name: file.name }
  if (file.status !== 'completed' || file.rendition_key === null) return null
  const base = file.name.slice(0, file.name.lastIndexOf('.'))
  return { key: file.rendition_key, name: `${base}.${extensions.get(file.rendition_type ?? '') ?? 'bin'}` }
}

/** The same answer for a file that does not exist and for one that is somebody else's. */
export async function requireOpenFile(db: Db, principal: Principal, key: string): Promise<FileRecord> {
  const file = isRecordKey(key) ? await findOpenFile(db, principal, key) : undefined
  if (!file) throw new AppError('file_not_found')
  return file
}
