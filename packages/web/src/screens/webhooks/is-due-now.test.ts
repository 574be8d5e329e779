import { expect, it } from 'vitest'
import { isDueNow } from './is-due-now.ts'

const now = Date.parse('2026-11-15T12:00:00Z')

it.each([
  ['2026-11-15T12:00:05Z', true],
  ['2026-11-15T11:59:30Z', true],
  ['2026-11-15T12:05:00Z', false],
  ['2026-11-15T11:50:00Z', false],
  [null, false],
])('expects a result soon for an attempt at %s: %s', (at, isDue) =>
  expect(isDueNow({ next_attempt_at: at }, now)).toBe(isDue),
)
