import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import { deleteExportsOfProject, deleteExportsOfRecord } from '../exports/exports.public.ts'
import { recordTrash } from './record-kinds.ts'
import { deleteEntry, listEntriesOfProject, lockEntryById, type TrashEntry } from './trash.repo.ts'

/** Deletes the record before its entry, which names the project of the event. */
export async function purgeEntryIn(tx: Tx, entry: TrashEntry): Promise<void> {
  const { id, kind, record_id, project_id, deleted_at } = entry
  if (kind === 'project') await deleteExportsOfProject(tx, project_id, deleted_at)
  else {
    await deleteExportsOfRecord(tx, { kind, id: record_id, projectId: project_id }, deleted_at)
    await recordTrash[kind].purge(tx, record_id)
  }
  await deleteEntry(tx, id)
}

/** Purges a record whose time in the trash is over. Does nothing if it was restored in the meantime. */
export function purgeEntry(db: Db, entry: TrashEntry): Promise<void> {
  return inTransaction(db, async (tx) => {
    if (await lockEntryById(tx, entry.id)) await purgeEntryIn(tx, entry)
  })
}

/** Purges what was deleted from a project before the project itself. */
export async function purgeTrashOfProject(db: Db, projectId: number): Promise<number> {
  const entries = await listEntriesOfProject(db, projectId)
  for (const entry of entries) await purgeEntry(db, entry)
  return entries.length
}
