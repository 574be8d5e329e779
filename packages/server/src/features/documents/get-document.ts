import type { WorkspaceDocument } from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { viewDocument } from './document.view.ts'
import { findPagesWithoutText } from './documents.repo.ts'
import { type DocumentParams, originalUrlOf, requireDocument } from './open-document.ts'

const maxNamedPages = 1000

export async function getDocument(
  { db, store }: { db: Db; store: ObjectStore },
  principal: Principal,
  params: DocumentParams,
): Promise<WorkspaceDocument> {
  const row = await requireDocument(db, principal, params)
  const without =
    row.extraction_id === null
      ? { count: 0, numbers: [] }
      : await findPagesWithoutText(db, row.extraction_id, maxNamedPages)
  return viewDocument(row, without, await originalUrlOf(store, row))
}
