/** Days of the local calendar, such as 2026-03-31. */

export function readDay(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^[1-9]\d{3}-\d\d-\d\d$/.test(value)) return undefined
  return Number.isNaN(Date.parse(value)) ? undefined : value
}

/** The start of a day in the time zone of the browser. */
function startOf(day: string, offsetDays = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + offsetDays).toISOString()
}

/** The query of what was created in these days, both included. */
export const createdBetween = (from: string | undefined, to: string | undefined) => ({
  ...(from && { created_after: startOf(from) }),
  ...(to && { created_before: startOf(to, 1) }),
})
