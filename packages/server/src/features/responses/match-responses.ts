/** The ids of matching responses in the order of parts and rows, read from the blocks a few parts at a time. */
import type { Db } from '../../platform/db/database.ts'
import { timePosition } from './answer-block.ts'
import { type PartSize, readBlocks } from './blocks.repo.ts'
import { findResponsesSaying } from './notes.repo.ts'
import { compileFilter, isEmpty, markRows, type Question, type ResponseFilter } from './response-filter.ts'
import { partOf, responseId, rowOf } from './response-id.ts'

export interface MatchResponses {
  surveyId: number
  columns: readonly Question[]
  filter: ResponseFilter
  /** Only these parts: those that existed when reading began. */
  parts: readonly PartSize[]
  /** The id of the last response that was read. */
  after?: number | undefined
}

/** True for the id of a response in one of the parts. */
export const isInParts = (parts: readonly PartSize[], id: number): boolean =>
  parts.some(({ partNumber, rowCount }) => partNumber === partOf(id) && rowOf(id) < rowCount)

export async function* matchResponses(db: Db, search: MatchResponses): AsyncGenerator<number> {
  const { surveyId, columns, filter, after = -1 } = search
  const parts = search.parts.filter(({ partNumber }) => partNumber >= partOf(Math.max(after, 0)))
  if (isEmpty(filter)) {
    for (const { partNumber, rowCount } of parts)
      for (let row = firstRow(partNumber, after); row < rowCount; row += 1) yield responseId(partNumber, row)
    return
  }
  const found = await findResponsesSaying(db, surveyId, filter.words)
  const rowFilter = compileFilter(filter, columns, found)
  const positions = [...rowFilter.columns.map(({ position }) => position), timePosition]
  for await (const part of readBlocks(db, surveyId, positions, parts)) {
    const { fits } = markRows(rowFilter, part)
    for (let row = firstRow(part.partNumber, after); row < part.rowCount; row += 1)
      if (fits.rows[row] === 1) yield responseId(part.partNumber, row)
  }
}

const firstRow = (partNumber: number, after: number): number =>
  after >= 0 && partOf(after) === partNumber ? rowOf(after) + 1 : 0
