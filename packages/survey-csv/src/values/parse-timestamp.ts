import type { DateOrder } from './date-order.ts'
import { isDay } from './is-day.ts'
import { readDate } from './read-date.ts'

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
  const minutes = hour * 60 + minute - offset
  return `${utcDay(read.year, day.month, day.day, Math.floor(minutes / minutesOfDay))}T${utcTime(minutes, second, millisecond)}Z`
}

const minutesOfDay = 24 * 60
const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'))

/** By hand: a Date takes five times as long to write itself out, and a part has a million of them. */
function utcDay(year: number, month: number, day: number, shift: number): string {
  if (shift === 0) return `${year}-${twoDigits[month]}-${twoDigits[day]}`
  return new Date(Date.UTC(year, month - 1, day + shift)).toISOString().slice(0, 10)
}

function utcTime(minutes: number, second: number, millisecond: number): string {
  const ofDay = ((minutes % minutesOfDay) + minutesOfDay) % minutesOfDay
  const fraction = millisecond === 0 ? '000' : String(millisecond).padStart(3, '0')
  return `${twoDigits[Math.floor(ofDay / 60)]}:${twoDigits[ofDay % 60]}:${twoDigits[second]}.${fraction}`
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
