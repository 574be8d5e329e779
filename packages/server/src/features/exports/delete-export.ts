import type { Principal } from '../../platform/auth/principal.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { auditExport } from './audit-export.ts'
import { discardExports } from './delete-exports.ts'
import { lockExport } from './exports.repo.ts'

/** Cancels a running export. The sweeper deletes the volumes. */
export function deleteExport(
  { db }: { db: Db },
  principal: Principal,
  { exportKey, clientAddress }: { exportKey: string; clientAddress: string },
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const row = await lockExport(tx, principal, exportKey)
    if (!row) throw new AppError('export_not_found')
    await discardExports(tx, [row.id])
    await auditExport(tx, principal, 'delete', { ...row, clientAddress })
  })
}
