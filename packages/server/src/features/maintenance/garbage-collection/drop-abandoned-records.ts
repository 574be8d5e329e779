/** Deletes abandoned insights and files and marks their uploads for deletion. */
import { type Db, inTransaction, type Tx } from '../../../platform/db/database.ts'
import { deleteAbandonedFiles } from '../../files/files.public.ts'
import { deleteAbandonedInsights } from '../../insights/insights.public.ts'
import { trashNow } from '../../uploads/uploads.public.ts'

/** Descriptors expire after an hour; a day allows for slow clients. */
export const abandonedAfterHours = 24
const batchSize = 500

export async function dropAbandonedRecords(db: Db, olderThanHours: number): Promise<number> {
  return (
    (await dropAll(db, deleteAbandonedInsights, olderThanHours)) +
    (await dropAll(db, deleteAbandonedFiles, olderThanHours))
  )
}

type Drop = (tx: Tx, olderThanHours: number, limit: number) => Promise<string[]>

async function dropAll(db: Db, drop: Drop, olderThanHours: number): Promise<number> {
  let total = 0
  for (;;) {
    const keys = await inTransaction(db, async (tx) => {
      const dropped = await drop(tx, olderThanHours, batchSize)
      await trashNow(tx, dropped)
      return dropped
    })
    total += keys.length
    if (keys.length < batchSize) return total
  }
}
