/** Finds the newest matching responses in the blocks; the cost does not depend on how many match. */
import type { Db } from '../../platform/db/database.ts'
import { timePosition, timesOf } from './answer-block.ts'
import { listPartSizes, readBlocks } from './blocks.repo.ts'
import { findResponsesSaying } from './notes.repo.ts'
import { compileFilter, markRows, type Question, type ResponseFilter } from './response-filter.ts'
import { partOf, responseId } from './response-id.ts'
import type { ResponseCursor } from './responses.repo.ts'

export interface FindNewest {
  surveyId: number
  columns: readonly Question[]
  filter: ResponseFilter
  after?: ResponseCursor
  limit: number
  /** Limits the search to the notes of this open question. */
  wordsPosition?: number
}

interface Place {
  /** Minus infinity when unknown, which sorts last. */
  time: number
  id: number
}

const isNewer = (a: Place, b: Place) => a.time > b.time || (a.time === b.time && a.id > b.id)

export async function findNewest(db: Db, search: FindNewest): Promise<number[]> {
  const { surveyId, columns, filter, after, limit, wordsPosition } = search
  const found = await findResponsesSaying(db, surveyId, filter.words, wordsPosition)
  const rowFilter = compileFilter(filter, columns, found)
  const positions = [...rowFilter.columns.map(({ position }) => position), timePosition]
  const newest = createNewest(limit, after)
  const partsWithWords = found && new Set(Array.from(found, partOf))
  const parts = (await listPartSizes(db, surveyId))
    .filter(({ partNumber }) => partsWithWords?.has(partNumber) ?? true)
    // Later parts are usually newer, so starting with the last part keeps the result mostly sorted.
    .toReversed()
  for await (const part of readBlocks(db, surveyId, positions, parts)) {
    const { fits } = markRows(rowFilter, part)
    const times = part.times && timesOf(part.times)
    for (let row = part.rowCount - 1; row >= 0; row -= 1) {
      if (fits.rows[row] === 0) continue
      const time = times?.[row] ?? Number.NaN
      newest.offer(Number.isNaN(time) ? Number.NEGATIVE_INFINITY : time, responseId(part.partNumber, row))
    }
  }
  return newest.ids()
}

function createNewest(limit: number, after: ResponseCursor | undefined) {
  const from: Place | undefined = after && {
    time: after.answeredAt?.getTime() ?? Number.NEGATIVE_INFINITY,
    id: after.id,
  }
  const places: Place[] = []
  return {
    offer(time: number, id: number): void {
      const oldest = places.at(-1)
      if (
        places.length === limit &&
        oldest &&
        (time < oldest.time || (time === oldest.time && id < oldest.id))
      )
        return
      const place = { time, id }
      if (from && !isNewer(from, place)) return
      const at = places.findIndex((other) => isNewer(place, other))
      places.splice(at === -1 ? places.length : at, 0, place)
      if (places.length > limit) places.pop()
    },
    ids: () => places.map(({ id }) => id),
  }
}
