/** Erases everything a person answered in a survey, in the caller's transaction. The survey must be locked. */
import type { Tx } from '../../platform/db/database.ts'
import { deleteSearchEntries } from '../search-index/search-index.public.ts'
import { listColumns } from './columns.repo.ts'
import {
  deleteTextsOf,
  emptyResponses,
  listUsedOptions,
  lockBlocks,
  replaceBlock,
  unnameOptions,
} from './erase.repo.ts'
import { eraseFromBlock } from './erase-block.ts'
import { findProject } from './notes.repo.ts'
import { deleteRespondents, rememberRemovedRows } from './respondents.repo.ts'
import { shapeOf } from './response-filter.ts'
import { numberOf, partOf, positionOf, rowOf } from './response-id.ts'
import { listResponseIdsOf } from './responses.repo.ts'

export interface ErasedResponses {
  responseIds: number[]
  /** Parts that contained rows of this person. */
  partNumbers: number[]
  notes: number
  searchEntries: number
  /** Media files named in the person's answers. */
  mediaNames: string[]
}

export async function eraseResponses(
  tx: Tx,
  surveyId: number,
  respondentIds: readonly number[],
): Promise<ErasedResponses> {
  const responseIds: number[] = []
  for (const id of respondentIds) responseIds.push(...(await listResponseIdsOf(tx, surveyId, id)))
  const { notes, mediaNames } = await deleteTextsOf(tx, surveyId, responseIds)
  const projectId = await findProject(tx, surveyId)
  const searchEntries =
    projectId === undefined
      ? 0
      : await deleteSearchEntries(tx, { projectId, kind: 'note', sourceId: surveyId }, responseIds)
  const { optionIds } = await emptyResponses(tx, surveyId, responseIds)
  await eraseRows(tx, surveyId, responseIds)
  await forgetUniqueOptions(tx, surveyId, optionIds)
  await rememberRemovedRows(tx, surveyId, responseIds)
  await deleteRespondents(tx, surveyId, respondentIds)
  const partNumbers = [...new Set(responseIds.map(partOf))]
  return { responseIds, partNumbers, notes, searchEntries, mediaNames }
}

async function eraseRows(tx: Tx, surveyId: number, responseIds: readonly number[]): Promise<void> {
  const columns = await listColumns(tx, surveyId)
  const shapes = new Map(columns.map((column) => [column.position, shapeOf(column)]))
  for (const [partNumber, ids] of Map.groupBy(responseIds, partOf)) {
    const rows = new Set(ids.map(rowOf))
    for (const block of await lockBlocks(tx, surveyId, partNumber)) {
      await replaceBlock(tx, surveyId, partNumber, eraseFromBlock(block, shapes.get(block.position), rows))
    }
  }
}

/** An option that no one else selected is text of this person. */
async function forgetUniqueOptions(tx: Tx, surveyId: number, optionIds: readonly number[]): Promise<void> {
  const used = new Set(await listUsedOptions(tx, surveyId, optionIds))
  const unused = optionIds.filter((id) => !used.has(id))
  await unnameOptions(
    tx,
    surveyId,
    unused.map((id) => ({ position: positionOf(id), number: numberOf(id) })),
  )
}
