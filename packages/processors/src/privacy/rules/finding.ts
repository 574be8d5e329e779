/** What a rule reports: a span without its source. */

import type { CategoryId } from '../categories.ts'

export type Finding = {
  readonly start: number
  readonly end: number
  readonly category: CategoryId
  readonly confidence: number
}

export function overlaps(a: { start: number; end: number }, b: { start: number; end: number }): boolean {
  return a.start < b.end && b.start < a.end
}
