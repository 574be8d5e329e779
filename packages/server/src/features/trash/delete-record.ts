import type { Principal } from '../../platform/auth/principal.ts'
import { isAdmin } from '../../platform/auth/require-admin.ts'
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import { requireMatch } from '../../platform/http/etag.ts'
import { auditChange } from '../audit/audit.public.ts'
import { deleteExportsOfRecord } from '../exports/exports.public.ts'
import { ensureTrashProject, findProjectOwner, requireManager } from '../projects/projects.public.ts'
import type { ObjectRemover } from '../uploads/uploads.public.ts'
import { purgeEntryIn } from './purge-entry.ts'
import { pluralOf, type RecordKind, recordTrash } from './record-kinds.ts'
import { insertEntry, lockEntry } from './trash.repo.ts'

export interface DeleteRecord {
  kind: RecordKind
  key: string
  ifMatch: string | undefined
  /** Purges it at once, also if it is in the trash. */
  isPermanent: boolean
}

/** Moves a record to the trash. Its jobs are deleted in the same transaction, so that none can bring it back. */
export async function deleteRecord(
  deps: { db: Db; objectRemover: ObjectRemover },
  principal: Principal,
  request: DeleteRecord,
): Promise<void> {
  await inTransaction(deps.db, (tx) =>
    request.isPermanent ? purge(tx, principal, request) : remove(tx, principal, request),
  )
  if (request.isPermanent) await deps.objectRemover.removeDue()
}

async function remove(tx: Tx, principal: Principal, { kind, key, ifMatch }: DeleteRecord): Promise<void> {
  const record = await recordTrash[kind].lock(tx, principal, key)
  requireMatch(ifMatch, record.view)
  const trashId = await ensureTrashProject(tx, record.teamId, principal.userId)
  await insertEntry(tx, { teamId: record.teamId, kind, recordId: record.id, projectId: record.projectId })
  await recordTrash[kind].remove(tx, record.id, trashId)
  await auditChange(tx, principal, { action: `${pluralOf[kind]}.delete`, subject: `${kind} ${key}` })
}

async function purge(tx: Tx, principal: Principal, { kind, key, ifMatch }: DeleteRecord): Promise<void> {
  const entry = await lockEntry(tx, principal, { kind, key, isAdmin: isAdmin(principal) })
  if (entry) {
    requireManager(principal, entry.owner_id)
    await purgeEntryIn(tx, entry)
  } else {
    const record = await recordTrash[kind].lock(tx, principal, key)
    requireManager(principal, await findProjectOwner(tx, record.projectId))
    requireMatch(ifMatch, record.view)
    await deleteExportsOfRecord(tx, { kind, id: record.id, projectId: record.projectId })
    await recordTrash[kind].purge(tx, record.id)
  }
  await auditChange(tx, principal, { action: `${pluralOf[kind]}.purge`, subject: `${kind} ${key}` })
}
