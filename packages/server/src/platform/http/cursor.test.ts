import { describe, expect, it } from 'vitest'
import { cutPage, isId, isTimestamp, readCursorPage, writeCursor } from './cursor.ts'

const readKey = ([at, id]: unknown[]) => (isTimestamp(at) && isId(id) ? { at, id } : undefined)
const at = '2026-11-15 05:42:39.123456+00'

describe('a cursor', () => {
  it('comes back as it was written', () => {
    expect(readCursorPage({ cursor: writeCursor([at, 7]) }, readKey)).toEqual({
      limit: 50,
      after: { at, id: 7 },
    })
    expect(readCursorPage(undefined, readKey)).toEqual({ limit: 50, after: undefined })
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
    Buffer.from('{"a":1}').toString('base64url'),
  ])('that is not ours is refused: %s', (cursor) => {
    expect(() => readCursorPage({ cursor }, readKey)).toThrow('not valid')
  })

  it.each([
    ['10', 10],
    ['100', 100],
    ['101', 100],
    ['0', 50],
    ['-3', 50],
    ['x', 50],
    [['1', '2'], 50],
  ])('limit %s is read as %i', (limit, expected) => {
    expect(readCursorPage({ limit }, readKey).limit).toBe(expected)
  })
})

describe('cutting a page', () => {
  it('says where to go on only when there is more', () => {
    expect(cutPage([1, 2, 3], { limit: 2 }, (n) => [n])).toEqual({
      rows: [1, 2],
      next_cursor: writeCursor([2]),
    })
    expect(cutPage([1, 2], { limit: 2 }, (n) => [n])).toEqual({ rows: [1, 2], next_cursor: null })
    expect(cutPage([], { limit: 2 }, (n) => [n])).toEqual({ rows: [], next_cursor: null })
  })
})
