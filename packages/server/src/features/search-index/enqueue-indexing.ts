import type { Tx } from '../../platform/db/database.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import { indexingKey } from './delete-texts.ts'
import { indexText } from './index-text.job.ts'
import type { TextKind } from './texts.repo.ts'

/** Called in the transaction that completes the text, so that no text is missed. */
export async function enqueueIndexing(
  enqueue: Enqueue,
  tx: Tx,
  { kind, sourceId, teamId }: { kind: TextKind; sourceId: number; teamId: number },
): Promise<void> {
  await enqueue(tx, indexText, { v: 1, kind, sourceId }, { teamId, key: indexingKey(kind, sourceId) })
}
