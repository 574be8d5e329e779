/** Indexes one text in batches; progress commits with the entries. */
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import type { Attempt } from '../../platform/jobs/attempt.ts'
import type { JobPayload } from '../../platform/jobs/job.ts'
import type { indexText } from './index-text.job.ts'
import { addSearchEntries, findProgress, saveProgress } from './search-index.repo.ts'
import { findTextOwner, lastOfNextTexts, markIndexed, textsBetween } from './texts.repo.ts'

/** Keeps a transaction at one or two seconds. */
const itemsAtOnce = 1_000

export async function handleIndexText(
  { db }: { db: Db },
  payload: JobPayload<typeof indexText>,
  attempt: Attempt,
): Promise<void> {
  let isDone = false
  while (!isDone) {
    attempt.signal.throwIfAborted()
    isDone = await inTransaction(db, async (tx) => {
      if (await indexSome(tx, payload)) {
        await attempt.advance(tx)
        return false
      }
      await markIndexed(tx, payload.kind, payload.sourceId)
      await attempt.complete(tx)
      return true
    })
  }
}

/** False when nothing is left to index. */
async function indexSome(tx: Tx, { kind, sourceId }: JobPayload<typeof indexText>): Promise<boolean> {
  const owner = await findTextOwner(tx, kind, sourceId)
  if (!owner) return false
  const after = await findProgress(tx, kind, sourceId)
  const last = await lastOfNextTexts(tx, kind, sourceId, after, itemsAtOnce)
  if (last === undefined) return false
  const texts = textsBetween(kind, sourceId, after, last)
  await addSearchEntries(tx, { projectId: owner.projectId, kind, sourceId, texts })
  await saveProgress(tx, kind, sourceId, last)
  return true
}
