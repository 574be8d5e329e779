/** Indexes notes response by response; how far it is stands in the same commit as the entries. */
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import type { JobPayload } from '../../platform/jobs/job.ts'
import type { Attempt } from '../../platform/jobs/worker.ts'
import { addSearchEntries, findProgress, saveProgress } from '../search/search.public.ts'
import { listColumns } from './columns.repo.ts'
import type { indexNotes } from './index-notes.job.ts'
import { findProject, lastOfNextResponses, notesBetween } from './notes.repo.ts'

/** A transaction of a second or two. */
const notesAtOnce = 5_000

export async function handleIndexNotes(
  { db }: { db: Db },
  { surveyId }: JobPayload<typeof indexNotes>,
  attempt: Attempt,
): Promise<void> {
  const columns = await listColumns(db, surveyId)
  const positions = columns.filter(({ type }) => type === 'Open-ended').map(({ position }) => position)
  // Columns keep their types: without open questions there will be no notes either.
  let isDone = positions.length === 0
  while (!isDone) {
    attempt.signal.throwIfAborted()
    isDone = await inTransaction(db, async (tx) => {
      if (await indexSome(tx, surveyId, positions)) {
        await attempt.advance(tx)
        return false
      }
      await attempt.complete(tx)
      return true
    })
  }
}

/** False when there is nothing left, also not of parts that were appended meanwhile. */
async function indexSome(tx: Tx, surveyId: number, positions: readonly number[]): Promise<boolean> {
  const responsesAtOnce = Math.ceil(notesAtOnce / positions.length)
  const after = await findProgress(tx, 'note', surveyId)
  let last = await lastOfNextResponses(tx, surveyId, after, responsesAtOnce)
  // Completing an import locks the survey and then enqueues this job: looked at again under the same lock, nothing
  // can slip in between the last look and the end of the job.
  const projectId = await findProject(tx, surveyId, { isLocked: last === undefined })
  if (projectId === undefined) return false
  last ??= await lastOfNextResponses(tx, surveyId, after, responsesAtOnce)
  if (last === undefined) return false
  await addSearchEntries(tx, {
    projectId,
    kind: 'note',
    sourceId: surveyId,
    texts: notesBetween(surveyId, positions, after, last),
  })
  await saveProgress(tx, 'note', surveyId, last)
  return true
}
