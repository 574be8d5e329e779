import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { type QuotaConfig, requireStorageFor } from '../team/team.public.ts'
import { notAwaited, readFileName, ruleOf, type UploadOwner } from '../uploads/uploads.public.ts'
import { nextStatus } from './file.state.ts'
import { replaceUploadKey } from './files.repo.ts'
import { requireOpenFile } from './get-file.ts'

/** The upload of a file, while the file awaits it. */
export function fileUploadOwner(
  deps: { db: Db; config: QuotaConfig },
  principal: Principal,
  wavKey: string,
): UploadOwner {
  return {
    async require() {
      const { status, kind, name, upload_key } = await requireOpenFile(deps.db, principal, wavKey)
      if (!nextStatus(status, 'complete') || kind === 'survey' || upload_key === null) throw notAwaited()
      return { key: upload_key, rule: ruleOf(readFileName('file_name', name, [kind])) }
    },
    checkSize: (bytes) => requireStorageFor(deps, principal.teamId, bytes),
    async replaceKey(tx, from, to) {
      const { id } = await requireOpenFile(tx, principal, wavKey)
      return replaceUploadKey(tx, id, from, to)
    },
  }
}
