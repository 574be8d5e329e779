import type { Tx } from '../../platform/db/database.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import { deleteTexts } from './delete-texts.ts'
import { enqueueIndexing } from './enqueue-indexing.ts'
import { markUnindexed, type TextKind } from './texts.repo.ts'

/**
 * Indexes complete texts again, because their record belongs to another project: entries contain the project, so those
 * of the old one are deleted in the transaction of the move.
 */
export async function reindexTexts(
  enqueue: Enqueue,
  tx: Tx,
  { kind, sourceIds, teamId }: { kind: TextKind; sourceIds: readonly number[]; teamId: number },
): Promise<void> {
  if (sourceIds.length === 0) return
  await deleteTexts(tx, kind, sourceIds)
  for (const sourceId of await markUnindexed(tx, kind, sourceIds))
    await enqueueIndexing(enqueue, tx, { kind, sourceId, teamId })
}
