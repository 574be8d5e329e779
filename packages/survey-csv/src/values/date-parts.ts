/** A date as it is written, before it is decided which of two numbers is the day. */
export type TimeOfDay = {
  readonly hour: number
  readonly minute: number
  readonly second: number
  readonly millisecond: number
  /** Absent when the text names no zone. */
  readonly offsetMinutes?: number
}

export type ReadDate = {
  readonly year: number
  /** Certain, or for `3/4/2025` still two readings. */
  readonly day:
    | { readonly month: number; readonly day: number }
    | { readonly first: number; readonly second: number }
  readonly time?: TimeOfDay
}
