import type { ImportKind } from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { viewImport } from './import.view.ts'
import { findImportsByIds, importKinds } from './imports.repo.ts'

/** Imports that have ended, as an e-mail reports them. What the principal cannot open is left out. */
export async function listReported(
  db: Db,
  principal: Principal,
  ended: readonly { kind: ImportKind; id: number }[],
): Promise<{ name: string; project: string; failure: string | null }[]> {
  const found = []
  for (const kind of importKinds) {
    const ids = ended.filter((one) => one.kind === kind).map(({ id }) => id)
    if (ids.length > 0) found.push(...(await findImportsByIds(db, principal, kind, ids)))
  }
  return found
    .map(viewImport)
    .filter(({ status }) => status === 'ready' || status === 'failed')
    .map(({ name, project, failure }) => ({ name, project: project.name, failure: failure?.message ?? null }))
}
