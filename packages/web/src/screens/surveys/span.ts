/** From when to when, as people say it: `1 – 30 Oct 2026`. In the zone of the reader. */
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
