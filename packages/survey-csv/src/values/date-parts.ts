/** A parsed date whose order of day and month may be undecided. */
export type TimeOfDay = {
  readonly hour: number
  readonly minute: number
  readonly second: number
  readonly millisecond: number
  /** Absent if the text has no time zone. */
  readonly offsetMinutes?: number
}

export type ReadDate = {
  readonly year: number
  /** `first` and `second` if the order is ambiguous, as in `3/4/2025`. */
  readonly day:
    | { readonly month: number; readonly day: number }
    | { readonly first: number; readonly second: number }
  readonly time?: TimeOfDay
}
