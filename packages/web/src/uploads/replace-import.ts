import { deleteImport, type Import } from '@inlet/contract/workspace'
import { call } from '../api/call.ts'
import { tellRemoval } from '../changes/removals.ts'
import { keyOfImport } from '../ui/format/import-labels.ts'

export type ReplacedImport = Pick<Import, 'kind' | 'key'>

/** Moves the failed import to the trash once its new version has arrived. If that fails, the user can still dismiss it. */
export async function resolveReplaced(replaced: ReplacedImport): Promise<void> {
  const { kind, key } = replaced
  try {
    await call(deleteImport, { params: { kind, key } })
    tellRemoval(keyOfImport(replaced))
  } catch {
    // It is still listed as failed.
  }
}
