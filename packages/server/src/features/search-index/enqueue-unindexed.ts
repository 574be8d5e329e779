/** Enqueues indexing for every text that is not indexed yet. Called by the sweeper. */
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import { enqueueIndexing } from './enqueue-indexing.ts'
import { listUnindexed } from './texts.repo.ts'

const textsASweep = 2_000

export async function enqueueUnindexed({ db, enqueue }: { db: Db; enqueue: Enqueue }): Promise<number> {
  let count = 0
  for (const kind of ['page', 'segment'] as const) {
    const found = await listUnindexed(db, kind, textsASweep)
    await inTransaction(db, async (tx) => {
      for (const one of found) await enqueueIndexing(enqueue, tx, { kind, ...one })
    })
    count += found.length
  }
  return count
}
