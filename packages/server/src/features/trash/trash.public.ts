/** The trash, for other features. */
export { deleteRecord } from './delete-record.ts'
export { purgeEntry, purgeTrashOfProject } from './purge-entry.ts'
export { recordTrash } from './record-kinds.ts'
export { restoreRecord } from './restore-record.ts'
export { claimDueEntry, deleteProjectEntry, listDueEntries, type TrashEntry } from './trash.repo.ts'
