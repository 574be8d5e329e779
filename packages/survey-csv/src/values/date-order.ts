/**
 * Decides for a whole column whether `3/4/2025` is in March or April. Unambiguous values such as 25/4 decide for all. If there
 * are none, the order under which the dates are sorted is used, because exports list responses in order of arrival. Without
 * that, the language of the header may imply an order.
 */
import { readDate } from './read-date.ts'

export type DateOrder = 'day-first' | 'month-first' | 'undecided'

export type DateOrderVote = {
  add(text: string): void
  order(): DateOrder
  /** True if there are dates in either order and no evidence for one of them. */
  isAmbiguous(): boolean
}

type Trend = { last: number; rises: number; falls: number }

/** `implied` is the order if the dates have no evidence for one. */
export function createDateOrderVote(implied: DateOrder = 'undecided'): DateOrderVote {
  let dayFirst = 0
  let monthFirst = 0
  let seen = 0
  const readings = { dayFirst: newTrend(), monthFirst: newTrend() }
  const vote: DateOrderVote = {
    isAmbiguous: () => seen > 0 && vote.order() === 'undecided',
    add(text) {
      const read = readDate(text)
      if (!read || !('first' in read.day)) return
      seen++
      const { first, second } = read.day
      if (first > 12) dayFirst++
      else if (second > 12) monthFirst++
      addTime(readings.dayFirst, Date.UTC(read.year, second - 1, first))
      addTime(readings.monthFirst, Date.UTC(read.year, first - 1, second))
    },
    order() {
      // Tolerates a few typing errors; a column that mixes both orders stays undecided.
      if (dayFirst > monthFirst * 20) return 'day-first'
      if (monthFirst > dayFirst * 20) return 'month-first'
      if (dayFirst + monthFirst > 0) return 'undecided'
      const isDayFirstSorted = isSorted(readings.dayFirst)
      if (isDayFirstSorted === isSorted(readings.monthFirst)) return implied
      return isDayFirstSorted ? 'day-first' : 'month-first'
    },
  }
  return vote
}

export function dateOrderOf(values: Iterable<string>, implied: DateOrder = 'undecided'): DateOrder {
  const vote = createDateOrderVote(implied)
  for (const value of values) vote.add(value)
  return vote.order()
}

function newTrend(): Trend {
  return { last: Number.NaN, rises: 0, falls: 0 }
}

function addTime(trend: Trend, time: number): void {
  if (time > trend.last) trend.rises++
  else if (time < trend.last) trend.falls++
  trend.last = time
}

/** Requires three steps, because fewer are often sorted by chance. */
function isSorted({ rises, falls }: Trend): boolean {
  return rises + falls >= 3 && (rises === 0 || falls === 0)
}
