/** Reads clock times. */

export type ClockStyle = {
  /** Teams writes 6 s 90 ms as `0:0:6.90`: the fraction is a number of milliseconds, not a decimal. */
  readonly hasMillisecondCount: boolean
}

const decimal: ClockStyle = { hasMillisecondCount: false }

const clock = /^(-?)(?:(\d{1,4}):(\d{1,2}):(\d{1,2})|(\d{1,3}):(\d{2}))(?:[.,:](\d{1,9}))?$/

/** Milliseconds, or null. Hours may be missing, and so may the fraction. */
export function parseClock(text: string, { hasMillisecondCount }: ClockStyle = decimal): number | null {
  const match = clock.exec(text)
  if (!match) return null
  const [
    ,
    sign,
    hours = '0',
    minutes = '0',
    seconds = '0',
    onlyMinutes = '0',
    onlySeconds = '0',
    fraction = '',
  ] = match
  if (Number(seconds) > 59 || Number(onlySeconds) > 59 || Number(minutes) > 59) return null
  const allMinutes = Number(hours) * 60 + Number(minutes) + Number(onlyMinutes)
  const whole = (allMinutes * 60 + Number(seconds) + Number(onlySeconds)) * 1000
  const rest = hasMillisecondCount
    ? Number(fraction.slice(0, 3))
    : Math.round(Number(`0.${fraction || 0}`) * 1000)
  const ms = whole + rest
  return sign === '-' && ms > 0 ? -ms : ms
}

/** True for the unpadded form of Teams, such as `0:1:7.80`. */
export function isUnpadded(text: string): boolean {
  return /^-?\d+:(?:\d:\d{1,2}|\d{2}:\d)(?:\.\d{1,3})?$/.test(text)
}

/** Seconds as a number or a string, as in JSON. */
export function secondsToMs(value: unknown): number | null {
  return toMs(value, 1000)
}

export function millisecondsToMs(value: unknown): number | null {
  return toMs(value, 1)
}

/** Ten thousand hours. */
const maxMs = 36e9

function toMs(value: unknown, factor: number): number | null {
  const number = typeof value === 'string' && /^\s*-?\d+(?:\.\d*)?\s*$/.test(value) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) return null
  const ms = Math.round(number * factor)
  return Math.abs(ms) > maxMs ? null : ms
}
