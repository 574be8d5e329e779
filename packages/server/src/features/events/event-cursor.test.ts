import { describe, expect, it } from 'vitest'
import { readEventCursor, writeEventCursor } from './event-cursor.ts'

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('a cursor of the event log', () => {
  it.each([0, 1, Number.MAX_SAFE_INTEGER])('is read as it was written: %s', (position) => {
    const cursor = { day: '2026-11-16', position }
    expect(readEventCursor(writeEventCursor(cursor))).toEqual(cursor)
  })

  it.each([
    ['nothing', ''],
    ['text', 'latest-1'],
    ['another shape', encode({ day: '2026-11-16' })],
    ['a day that does not exist', encode(['2026-02-30', 1])],
    ['a day before all others', encode(['0001-01-01', 1])],
    ['a negative position', encode(['2026-11-16', -1])],
    ['a fraction', encode(['2026-11-16', 1.5])],
    ['longer than it was written', `${encode(['2026-11-16', 1])}x`],
    ['too much', encode(['2026-11-16', 1, 2])],
  ])('is refused when it is %s', (_, text) => {
    expect(readEventCursor(text)).toBeUndefined()
  })
})
