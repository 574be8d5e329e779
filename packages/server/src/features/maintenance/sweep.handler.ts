import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { Attempt } from '../../platform/jobs/worker.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { gaveUp } from '../extraction/extraction.public.ts'
import { deleteAbandonedFiles, dropClosedFiles, failStuckFiles } from '../files/files.public.ts'
import { deleteAbandonedInsights, failStuckInsights } from '../insights/insights.public.ts'
import { dropClosedMedia, failStuckMediaRecordings, sweepSurveys } from '../surveys/surveys.public.ts'
import { forgetTrash, listDueTrash, trashNow } from '../uploads/uploads.public.ts'

/** The descriptor has expired after an hour; a day leaves room for clients that pause. */
const abandonedAfterHours = 24
const batchSize = 500

export interface SweepDeps {
  db: Db
  store: ObjectStore
  enqueue: Enqueue
}

export async function handleSweep(deps: SweepDeps, attempt: Attempt): Promise<void> {
  const surveys = await sweepSurveys(deps, abandonedAfterHours)
  const abandoned =
    surveys.abandoned +
    (await dropAbandoned(deps.db, deleteAbandonedInsights)) +
    (await dropAbandoned(deps.db, deleteAbandonedFiles))
  const stuck =
    surveys.stuck +
    (await failStuckInsights(deps.db, gaveUp)) +
    (await failStuckFiles(deps.db, gaveUp)) +
    (await failStuckMediaRecordings(deps.db, gaveUp))
  await dropClosedFiles(deps.db)
  await dropClosedMedia(deps.db)
  const { resumed } = surveys
  const removed = await emptyTrash(deps, attempt.signal)
  if (abandoned + stuck + resumed + removed > 0) {
    attempt.log.info({ abandoned, stuck, resumed, removed }, 'swept')
  }
}

type Drop = (tx: Tx, olderThanHours: number, limit: number) => Promise<string[]>

async function dropAbandoned(db: Db, drop: Drop): Promise<number> {
  let total = 0
  for (;;) {
    const keys = await inTransaction(db, async (tx) => {
      const dropped = await drop(tx, abandonedAfterHours, batchSize)
      await trashNow(tx, dropped)
      return dropped
    })
    total += keys.length
    if (keys.length < batchSize) return total
  }
}

/** Objects first, rows second: a crash between them deletes an object twice, which harms nobody. */
async function emptyTrash({ db, store }: SweepDeps, signal: AbortSignal): Promise<number> {
  let total = 0
  while (!signal.aborted) {
    const keys = await listDueTrash(db, batchSize)
    if (keys.length === 0) break
    await store.remove(keys)
    await forgetTrash(db, keys)
    total += keys.length
  }
  return total
}
