/** Counts two questions against each other in one pass over their blocks. */
import type { Db } from '../../platform/db/database.ts'
import { timePosition } from './answer-block.ts'
import { listPartSizes, readBlocks } from './blocks.repo.ts'
import { type CrossCounts, type CrossSide, createCrossCounter } from './cross-counts.ts'
import { findResponsesSaying } from './notes.repo.ts'
import { compileFilter, isEmpty, markRows, type Question, type ResponseFilter } from './response-filter.ts'

export interface CrossTabulate {
  surveyId: number
  rows: CrossSide
  columns: CrossSide
  /** Every column of the survey, for the filter. */
  questions: readonly Question[]
  filter: ResponseFilter
}

export async function crossTabulate(
  db: Db,
  { surveyId, rows, columns, questions, filter }: CrossTabulate,
): Promise<CrossCounts> {
  const counter = createCrossCounter(rows, columns)
  const found = await findResponsesSaying(db, surveyId, filter.words)
  const rowFilter = isEmpty(filter) ? undefined : compileFilter(filter, questions, found)
  const positions = new Set([rows.position, columns.position])
  for (const { position } of rowFilter?.columns ?? []) positions.add(position)
  if (rowFilter?.hasTimes) positions.add(timePosition)
  const parts = await listPartSizes(db, surveyId)
  for await (const part of readBlocks(db, surveyId, [...positions], parts)) {
    const rowBlock = part.byPosition.get(rows.position)
    const columnBlock = part.byPosition.get(columns.position)
    if (rowBlock && columnBlock)
      counter.add(rowBlock, columnBlock, rowFilter && markRows(rowFilter, part).fits)
  }
  return counter.result()
}
