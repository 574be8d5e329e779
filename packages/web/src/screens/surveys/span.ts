/** Formats a date range such as `1 – 30 Oct 2026` in the local time zone. */
const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const moment = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

export const formatSpan = (first: string, last: string): string =>
  days.formatRange(new Date(first), new Date(last)).replaceAll('\u2009', ' ')

export const formatDay = (at: string): string => days.format(new Date(at))
export const formatMoment = (at: string): string => moment.format(new Date(at))
