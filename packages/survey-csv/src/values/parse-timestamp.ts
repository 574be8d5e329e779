import type { DateOrder } from './date-order.ts'
import { isDay, readDate } from './read-date.ts'

type TimestampOptions = {
  /** Zone of the times that name none; UTC unless told. */
  readonly utcOffsetMinutes?: number
}

/** UTC in ISO 8601, or null when the text is no date or could be two: a date never fails a part. */
export function parseTimestamp(
  text: string,
  order: DateOrder,
  options: TimestampOptions = {},
): string | null {
  const read = readDate(text)
  if (!read) return null
  const day = 'first' in read.day ? settle(read.day, order) : read.day
  if (!day || !isDay(read.year, day.month, day.day)) return null
  const { hour = 0, minute = 0, second = 0, millisecond = 0, offsetMinutes } = read.time ?? {}
  const offset = offsetMinutes ?? options.utcOffsetMinutes ?? 0
  const utc = Date.UTC(read.year, day.month - 1, day.day, hour, minute, second, millisecond) - offset * 60_000
  return new Date(utc).toISOString()
}

function settle({ first, second }: { first: number; second: number }, order: DateOrder) {
  const asDayFirst = { day: first, month: second }
  const asMonthFirst = { day: second, month: first }
  if (first > 12) return asDayFirst
  if (second > 12) return asMonthFirst
  if (first === second) return asDayFirst
  if (order === 'undecided') return undefined
  return order === 'day-first' ? asDayFirst : asMonthFirst
}
