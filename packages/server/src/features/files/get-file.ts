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
  return viewFile(file, file.object_key && (await deps.store.presignDownload(file.object_key, file.name)))
}

/** The same answer for a file that does not exist and for one that is somebody else's. */
export async function requireOpenFile(db: Db, principal: Principal, key: string): Promise<FileRecord> {
  const file = isRecordKey(key) ? await findOpenFile(db, principal, key) : undefined
  if (!file) throw new AppError('file_not_found')
  return file
}
