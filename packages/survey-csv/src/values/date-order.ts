/**
 * Whether `3/4/2025` is in March or April, decided over a whole column: one 25/4 settles it for all. When no value does,
 * exports being written in the order of arrival may: the reading under which time never runs backwards is taken.
 */
import { readDate } from './read-date.ts'

export type DateOrder = 'day-first' | 'month-first' | 'undecided'

export type DateOrderVote = {
  add(text: string): void
  order(): DateOrder
  /** There are dates that could be read two ways, and nothing settles them. */
  isAmbiguous(): boolean
}

type Direction = { last: number; rises: number; falls: number }

export function createDateOrderVote(): DateOrderVote {
  let dayFirst = 0
  let monthFirst = 0
  let seen = 0
  const readings = { dayFirst: newDirection(), monthFirst: newDirection() }
  const vote: DateOrderVote = {
    isAmbiguous: () => seen > 0 && vote.order() === 'undecided',
    add(text) {
      const read = readDate(text)
      if (!read || !('first' in read.day)) return
      seen++
      const { first, second } = read.day
      if (first > 12) dayFirst++
      else if (second > 12) monthFirst++
      follow(readings.dayFirst, Date.UTC(read.year, second - 1, first))
      follow(readings.monthFirst, Date.UTC(read.year, first - 1, second))
    },
    order() {
      // A few slips in a column typed by hand do not outvote the rest; a real mixture stays undecided.
      if (dayFirst > monthFirst * 20) return 'day-first'
      if (monthFirst > dayFirst * 20) return 'month-first'
      if (dayFirst + monthFirst > 0) return 'undecided'
      const dayRuns = runsOneWay(readings.dayFirst)
      if (dayRuns === runsOneWay(readings.monthFirst)) return 'undecided'
      return dayRuns ? 'day-first' : 'month-first'
    },
  }
  return vote
}

export function dateOrderOf(values: Iterable<string>): DateOrder {
  const vote = createDateOrderVote()
  for (const value of values) vote.add(value)
  return vote.order()
}

function newDirection(): Direction {
  return { last: Number.NaN, rises: 0, falls: 0 }
}

function follow(direction: Direction, time: number): void {
  if (time > direction.last) direction.rises++
  else if (time < direction.last) direction.falls++
  direction.last = time
}

/** Three steps at least: two dates are in order by chance every other time. */
function runsOneWay({ rises, falls }: Direction): boolean {
  return rises + falls >= 3 && (rises === 0 || falls === 0)
}
