/** The newest responses that fit a filter, found in the blocks: as quick for a filter that fits few as for one that fits many. */
import type { Db } from '../../platform/db/database.ts'
import { timePosition, timesOf } from './answer-block.ts'
import { listPartSizes, readBlocks } from './blocks.repo.ts'
import { findResponsesSaying } from './notes.repo.ts'
import { compileFilter, markRows, type Question, type ResponseFilter } from './response-filter.ts'
import { responseId } from './response-id.ts'
import type { ResponseCursor } from './responses.repo.ts'

export interface FindNewest {
  surveyId: number
  columns: readonly Question[]
  filter: ResponseFilter
  after?: ResponseCursor
  limit: number
  /** The only open question whose notes are searched; otherwise all are. */
  wordsPosition?: number
}

interface Place {
  /** Minus infinity where it is not known, so that those come last. */
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
  // The last parts first: they are often the newest, and what is found early need not be put in order again.
  const parts = (await listPartSizes(db, surveyId)).toReversed()
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
