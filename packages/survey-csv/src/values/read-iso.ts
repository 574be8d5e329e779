/** Parses the most common formats, such as `2025-01-18 14:01:10`, by position, which is many times faster than patterns. */
import type { ReadDate } from './date-parts.ts'
import { isDay } from './is-day.ts'

const DASH = 45
const DOT = 46
const COLON = 58
const T = 84
const SPACE = 32
const Z = 90

/** Undefined if the text has any other format; `readDate` then tries its patterns. */
export function readIso(text: string): ReadDate | undefined {
  if (text.charCodeAt(4) !== DASH || text.charCodeAt(7) !== DASH) return undefined
  const year = digits(text, 0, 4)
  const month = digits(text, 5, 2)
  const day = digits(text, 8, 2)
  if (!(year >= 1900 && year <= 2200 && isDay(year, month, day))) return undefined
  if (text.length === 10) return { year, day: { month, day } }
  const gap = text.charCodeAt(10)
  if ((gap !== SPACE && gap !== T) || text.charCodeAt(13) !== COLON) return undefined
  const hour = digits(text, 11, 2)
  const minute = digits(text, 14, 2)
  if (!(hour <= 23 && minute <= 59)) return undefined
  const isUtc = text.charCodeAt(text.length - 1) === Z
  const end = isUtc ? text.length - 1 : text.length
  const second = end === 16 ? 0 : text.charCodeAt(16) === COLON ? digits(text, 17, 2) : Number.NaN
  const millisecond =
    end <= 19 ? 0 : end === 23 && text.charCodeAt(19) === DOT ? digits(text, 20, 3) : Number.NaN
  if (!(second <= 59 && millisecond <= 999) || (end !== 16 && end < 19)) return undefined
  const time = { hour, minute, second, millisecond }
  return { year, day: { month, day }, time: isUtc ? { ...time, offsetMinutes: 0 } : time }
}

/** NaN if one of the characters is not a digit. */
function digits(text: string, at: number, count: number): number {
  let value = 0
  for (let index = at; index < at + count; index++) {
    const digit = text.charCodeAt(index) - 48
    if (!(digit >= 0 && digit <= 9)) return Number.NaN
    value = value * 10 + digit
  }
  return value
}
