/** Indexes notes response by response; progress commits with the entries. */
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import type { Attempt } from '../../platform/jobs/attempt.ts'
import type { JobPayload } from '../../platform/jobs/job.ts'
import { addSearchEntries, findProgress, saveProgress } from '../search-index/search-index.public.ts'
import { listColumns } from './columns.repo.ts'
import type { indexNotes } from './index-notes.job.ts'
import { findProject, lastOfNextResponses, notesBetween } from './notes.repo.ts'

/** Keeps a transaction at one or two seconds. */
const notesAtOnce = 5_000

export async function handleIndexNotes(
  { db }: { db: Db },
  { surveyId }: JobPayload<typeof indexNotes>,
  attempt: Attempt,
): Promise<void> {
  const columns = await listColumns(db, surveyId)
  const positions = columns.filter(({ type }) => type === 'Open-ended').map(({ position }) => position)
  // Without open questions there are no notes; retyping a column to one enqueues this job again.
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

/** False when nothing is left, including parts appended in the meantime. */
async function indexSome(tx: Tx, surveyId: number, positions: readonly number[]): Promise<boolean> {
  const responsesAtOnce = Math.ceil(notesAtOnce / positions.length)
  const after = await findProgress(tx, 'note', surveyId)
  let last = await lastOfNextResponses(tx, surveyId, after, responsesAtOnce)
  // Completing an import locks the survey and then enqueues this job, so a check under the same lock cannot miss a
  // part that is appended before this job ends.
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
