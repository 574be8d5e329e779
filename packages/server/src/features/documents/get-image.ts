import type { WorkspaceImage } from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { viewImage } from './document.view.ts'
import { listPages } from './documents.repo.ts'
import { originalUrlOf, requireDocument } from './open-document.ts'

export async function getImage(
  { db, store }: { db: Db; store: ObjectStore },
  principal: Principal,
  key: string,
): Promise<WorkspaceImage> {
  const row = await requireDocument(db, principal, { owner: 'file', key }, ['image'])
  const pages = row.extraction_id === null ? [] : await listPages(db, row.extraction_id, 1, 1)
  return viewImage(row, pages[0]?.text ?? '', await originalUrlOf(store, row))
}
