import type { Principal } from '../../platform/auth/principal.ts'
import { isAdmin } from '../../platform/auth/require-admin.ts'
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import type { Remember } from '../../platform/idempotency/run-once.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import { auditChange } from '../audit/audit.public.ts'
import { pluralOf, type RecordKind, recordTrash } from './record-kinds.ts'
import { deleteEntry, lockEntry } from './trash.repo.ts'

export interface RestoreDeps {
  db: Db
  enqueue: Enqueue
  remember?: Remember<object>
}

/**
 * Brings a record back as it was; interrupted processing and indexing start again in the same transaction. A record that
 * is not in the trash is returned unchanged.
 */
export function restoreRecord<Kind extends RecordKind>(
  deps: RestoreDeps,
  principal: Principal,
  { kind, key }: { kind: Kind; key: string },
) {
  return inTransaction(deps.db, async (tx) => {
    const entry = await lockEntry(tx, principal, { kind, key, isAdmin: isAdmin(principal) })
    if (entry) {
      await recordTrash[kind].restore(deps.enqueue, tx, entry.record_id, entry.project_id)
      await deleteEntry(tx, entry.id)
      await auditChange(tx, principal, { action: `${pluralOf[kind]}.restore`, subject: `${kind} ${key}` })
      await deps.remember?.(tx, {})
    }
    return viewRecord(tx, principal, { kind, key })
  })
}

/** The record of an earlier restore. It is not restored again if it was deleted since. */
export function readRestored<Kind extends RecordKind>(
  { db }: { db: Db },
  principal: Principal,
  record: { kind: Kind; key: string },
) {
  return inTransaction(db, (tx) => viewRecord(tx, principal, record))
}

async function viewRecord<Kind extends RecordKind>(
  tx: Tx,
  principal: Principal,
  { kind, key }: { kind: Kind; key: string },
) {
  const { view } = await recordTrash[kind].lock(tx, principal, key)
  return view as Awaited<ReturnType<(typeof recordTrash)[Kind]['lock']>>['view']
}
