/**
 * The ids of all matching responses in list order, which makes any position directly addressable. Takes four bytes per
 * response and is computed from the blocks, like every filtered list.
 */
import type { Db } from '../../platform/db/database.ts'
import { timePosition, timesOf } from './answer-block.ts'
import { type PartSize, readBlocks } from './blocks.repo.ts'
import { findResponsesSaying } from './notes.repo.ts'
import {
  compileFilter,
  isEmpty,
  markRows,
  type PartBlocks,
  type Question,
  type ResponseFilter,
} from './response-filter.ts'
import { responseId } from './response-id.ts'
import { byKey, byTime, type ResponseSort, readKeys, sortedColumn } from './sort-responses.ts'

export interface OrderResponses {
  surveyId: number
  columns: readonly Question[]
  filter: ResponseFilter
  /** Default: newest first. */
  sort?: ResponseSort | undefined
  parts: readonly PartSize[]
}

export async function orderResponses(db: Db, search: OrderResponses): Promise<Int32Array> {
  const { surveyId, columns, filter, sort, parts } = search
  const found = await findResponsesSaying(db, surveyId, filter.words)
  const rowFilter = isEmpty(filter) ? undefined : compileFilter(filter, columns, found)
  const column = sort && sortedColumn(sort, columns)
  const filtered = (rowFilter?.columns ?? []).map(({ position }) => position)
  const positions = new Set([...filtered, timePosition, ...(column ? [column.position] : [])])
  const total = parts.reduce((sum, { rowCount }) => sum + rowCount, 0)
  const ids = new Int32Array(total)
  const keys = column ? new Uint16Array(total) : new Float64Array(total)
  let count = 0
  for await (const part of readBlocks(db, surveyId, [...positions], parts)) {
    const fits = rowFilter && markRows(rowFilter, part).fits
    const partKeys = column ? readKeys(column, part) : timesIn(part)
    for (let row = 0; row < part.rowCount; row += 1) {
      if (fits && fits.rows[row] === 0) continue
      keys[count] = partKeys?.[row] ?? Number.NaN
      ids[count] = responseId(part.partNumber, row)
      count += 1
    }
  }
  const matching = ids.subarray(0, count)
  if (keys instanceof Uint16Array)
    return byKey(matching, keys.subarray(0, count), sort?.isDescending ?? false)
  return byTime(matching, keys.subarray(0, count), sort?.by === 'time' ? sort.isDescending : true)
}

const timesIn = ({ times }: PartBlocks): Float64Array | undefined => times && timesOf(times)
