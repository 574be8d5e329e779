/** Relative times. The exact time is shown on hover and focus. */
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'medium' })
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const dayAndYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })

const minute = 60
const hour = 60 * minute
const dayLength = 24 * hour

export function timeAgo(time: Date, now: Date): string {
  const seconds = Math.round((time.getTime() - now.getTime()) / 1000)
  const size = Math.abs(seconds)
  if (size < 45) return seconds > 5 ? 'in a moment' : 'just now'
  if (size < hour) return relative.format(Math.round(seconds / minute), 'minute')
  if (size < dayLength) return relative.format(Math.round(seconds / hour), 'hour')
  if (size < 7 * dayLength) return relative.format(Math.round(seconds / dayLength), 'day')
  return time.getFullYear() === now.getFullYear() ? day.format(time) : dayAndYear.format(time)
}

export const clockTime = (time: Date): string => clock.format(time)
export const exactTime = (time: Date): string => exact.format(time)

/** `about 4 min left`, rounded up so that it does not underestimate. */
export function timeLeft(seconds: number): string {
  if (seconds < 60) return 'less than a minute left'
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return `about ${minutes} min left`
  const hours = Math.floor(minutes / 60)
  return `about ${hours} h ${minutes % 60} min left`
}
