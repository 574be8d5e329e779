import { describe, expect, it } from 'vitest'
import { cutPage, isId, isTimestamp, readCursorPage, writeCursor } from './cursor.ts'

const readKey = ([at, id]: unknown[]) => (isTimestamp(at) && isId(id) ? { at, id } : undefined)
const at = '2026-11-15 05:42:39.123456+00'

describe('a cursor', () => {
  it('round-trips its key', () => {
    expect(readCursorPage({ cursor: writeCursor([at, 7]) }, readKey)).toEqual({
      limit: 50,
      after: { at, id: 7 },
    })
    expect(readCursorPage({}, readKey)).toEqual({ limit: 50, after: undefined })
  })

  it.each([
    'x',
    '!',
    writeCursor([]),
    writeCursor([at]),
    writeCursor(['now()', 7]),
    writeCursor([at, '7']),
    writeCursor([at, -1]),
    writeCursor([`${at}; drop`, 1]),
    writeCursor(['2026-99-99 05:42:39+00', 1]),
    writeCursor(['2026-02-30 05:42:39+00', 1]),
    writeCursor(['0000-01-01 00:00:00+00', 1]),
    Buffer.from('{"a":1}').toString('base64url'),
  ])('is rejected when the service did not issue it: %s', (cursor) => {
    expect(() => readCursorPage({ cursor }, readKey)).toThrow('not valid')
  })
})

describe('cutPage', () => {
  it('returns a cursor only when there are more rows', () => {
    expect(cutPage([1, 2, 3], { limit: 2 }, (n) => [n])).toEqual({
      rows: [1, 2],
      next_cursor: writeCursor([2]),
    })
    expect(cutPage([1, 2], { limit: 2 }, (n) => [n])).toEqual({ rows: [1, 2], next_cursor: null })
    expect(cutPage([], { limit: 2 }, (n) => [n])).toEqual({ rows: [], next_cursor: null })
  })
})
