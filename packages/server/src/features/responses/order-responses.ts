/**
 * The ids of all matching responses in list order, which makes any position directly addressable. Takes four bytes per
 * response and is computed from the blocks, like every filtered list.
 */
import type { Db } from '../../platform/db/database.ts'
import { timePosition, timesOf } from './answer-block.ts'
import { type PartSize, readBlocks } from './blocks.repo.ts'
import { findResponsesSaying } from './notes.repo.ts'
import { compileFilter, isEmpty, markRows, type Question, type ResponseFilter } from './response-filter.ts'
import { responseId } from './response-id.ts'

export interface OrderResponses {
  surveyId: number
  columns: readonly Question[]
  filter: ResponseFilter
  parts: readonly PartSize[]
}

export async function orderResponses(db: Db, search: OrderResponses): Promise<Int32Array> {
  const { surveyId, columns, filter, parts } = search
  const found = await findResponsesSaying(db, surveyId, filter.words)
  const rowFilter = isEmpty(filter) ? undefined : compileFilter(filter, columns, found)
  const positions = [...(rowFilter?.columns ?? []).map(({ position }) => position), timePosition]
  const total = parts.reduce((sum, { rowCount }) => sum + rowCount, 0)
  const ids = new Int32Array(total)
  const times = new Float64Array(total)
  let count = 0
  for await (const part of readBlocks(db, surveyId, positions, parts)) {
    const fits = rowFilter && markRows(rowFilter, part).fits
    const answeredAt = part.times && timesOf(part.times)
    for (let row = 0; row < part.rowCount; row += 1) {
      if (fits && fits.rows[row] === 0) continue
      const time = answeredAt?.[row] ?? Number.NaN
      times[count] = Number.isNaN(time) ? Number.NEGATIVE_INFINITY : time
      ids[count] = responseId(part.partNumber, row)
      count += 1
    }
  }
  return newestFirst(ids.subarray(0, count), times.subarray(0, count))
}

/** Ids arrive in ascending order. Most surveys are saved in the order of their times, so reversing them is enough. */
export function newestFirst(ids: Int32Array, times: Float64Array): Int32Array {
  let isInOrder = true
  for (let i = 1; i < times.length && isInOrder; i += 1) isInOrder = (times[i] ?? 0) >= (times[i - 1] ?? 0)
  if (isInOrder) return ids.toReversed()
  const order = Uint32Array.from(ids, (_, i) => i).sort((a, b) => {
    const one = times[a] ?? 0
    const other = times[b] ?? 0
    return one === other ? b - a : one < other ? 1 : -1
  })
  return Int32Array.from(order, (at) => ids[at] ?? 0)
}
