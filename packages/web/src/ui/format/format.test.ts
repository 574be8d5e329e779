import { describe, expect, it } from 'vitest'
import { formatBytes } from './bytes.ts'
import { countOf } from './count.ts'
import { timeAgo, timeLeft } from './time.ts'

describe('countOf', () => {
  it.each([
    [0, '0 files'],
    [1, '1 file'],
    [12_400, '12,400 files'],
  ])('formats %d as %s', (count, text) => expect(countOf(count, 'file')).toBe(text))
})

describe('formatBytes', () => {
  it.each([
    [1, '1 byte'],
    [999, '999 bytes'],
    [1024, '1 KB'],
    [4_404_019, '4.2 MB'],
    [10 * 1024 ** 3, '10 GB'],
  ])('formats %d bytes as %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text))
})

describe('timeAgo and timeLeft', () => {
  const now = new Date('2026-11-15T12:00:00Z')
  it.each([
    ['2026-11-15T11:59:30Z', 'just now'],
    ['2026-11-15T11:58:00Z', '2 minutes ago'],
    ['2026-11-15T09:00:00Z', '3 hours ago'],
    ['2026-11-14T12:00:00Z', 'yesterday'],
    ['2026-10-02T12:00:00Z', '2 Oct'],
    ['2025-10-02T12:00:00Z', '2 Oct 2025'],
    ['2026-11-15T12:05:00Z', 'in 5 minutes'],
  ])('formats %s as %s', (time, text) => expect(timeAgo(new Date(time), now)).toBe(text))

  it.each([
    [20, 'less than a minute left'],
    [61, 'about 2 min left'],
    [3700, 'about 1 h 2 min left'],
  ])('formats %d s as %s', (seconds, text) => expect(timeLeft(seconds)).toBe(text))
})
