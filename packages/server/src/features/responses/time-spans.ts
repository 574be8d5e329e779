/** First and last response times, of filtered and of all responses. Pure. */
import { type AnswerBlock, timesOf } from './answer-block.ts'
import type { RowMask } from './response-filter.ts'

export interface TimeSpan {
  first: Date
  last: Date
}

export function createTimeSpans() {
  const fit = createSpan()
  const all = createSpan()
  return {
    add(block: AnswerBlock, fits: RowMask | undefined): void {
      const times = timesOf(block)
      if (!times) return
      for (let row = 0; row < times.length; row += 1) {
        const time = times[row] ?? Number.NaN
        // Unknown times are NaN, for which every comparison is false.
        all.add(time)
        if (!fits || fits.rows[row] === 1) fit.add(time)
      }
    },
    result: (): { times: TimeSpan | undefined; timesOfAll: TimeSpan | undefined } => ({
      times: fit.result(),
      timesOfAll: all.result(),
    }),
  }
}

function createSpan() {
  let first = Number.POSITIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  return {
    add(time: number): void {
      if (time < first) first = time
      if (time > last) last = time
    },
    result: (): TimeSpan | undefined =>
      first > last ? undefined : { first: new Date(first), last: new Date(last) },
  }
}
