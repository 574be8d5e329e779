/** Replaces the rows of a part that was read again, inside the caller's transaction. */
import type { Copy } from '../../platform/db/copy.ts'
import type { Tx } from '../../platform/db/database.ts'
import { addSearchEntries, deletePositionEntries, findProgress } from '../search-index/search-index.public.ts'
import { findProject, notesBetween } from './notes.repo.ts'
import type { PartRows } from './part-rows.ts'
import { listNamelessGroups, restoreGroups } from './respondents.repo.ts'
import { responseId, rowsAPart } from './response-id.ts'
import { deletePartContent } from './responses.repo.ts'
import { savePart } from './save-part.ts'
import type { SeenEmails } from './seen-emails.ts'

/** `position` is the retyped column. Returns the number of new people. */
export async function replacePart(
  tx: Tx,
  copy: Copy,
  rows: PartRows,
  { position, seen }: { position: number; seen: SeenEmails | undefined },
): Promise<number> {
  const { surveyId, partNumber } = rows
  const groups = await listNamelessGroups(tx, surveyId, idsOf(partNumber))
  await deletePartContent(tx, surveyId, { partNumber, ...idsOf(partNumber) })
  const newPeople = await savePart(tx, copy, rows, seen)
  await restoreGroups(tx, surveyId, groups)
  await indexPosition(tx, surveyId, partNumber, position)
  return newPeople
}

/** Ids of the responses of a part and of the people whose first response it has. */
const idsOf = (partNumber: number) => ({
  first: responseId(partNumber, 0),
  last: responseId(partNumber, rowsAPart - 1),
})

/** Entries of other columns stay valid; responses that are not indexed yet are left to the job that indexes notes. */
async function indexPosition(tx: Tx, surveyId: number, partNumber: number, position: number): Promise<void> {
  const projectId = await findProject(tx, surveyId)
  if (projectId === undefined) return
  const source = { projectId, kind: 'note' as const, sourceId: surveyId }
  const { first, last } = idsOf(partNumber)
  await deletePositionEntries(tx, source, { position, first, last })
  const indexed = await findProgress(tx, 'note', surveyId)
  const texts = notesBetween(surveyId, [position], first - 1, Math.min(last, indexed))
  await addSearchEntries(tx, { ...source, texts })
}
