import { CursorQuery } from '@inlet/contract/workspace'
import fc from 'fast-check'
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { parseQuery } from './parse-query.ts'

const schema = Type.Object({
  ...CursorQuery.properties,
  q: Type.String({ maxLength: 10 }),
  kind: Type.Optional(Type.Enum(['file', 'survey'])),
  project_id: Type.Optional(Type.Integer({ minimum: 1 })),
  offset: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
  f: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])),
})
const defaults = { limit: 50, offset: 0, q: '' }

describe('parseQuery', () => {
  it('returns nothing for a route without parameters', () => {
    expect(parseQuery(undefined, { q: 'x' })).toBeUndefined()
  })

  it.each([undefined, null, {}, { other: 'x' }])('applies the defaults to %j', (query) => {
    expect(parseQuery(schema, query)).toEqual(defaults)
  })

  it('parses every parameter to its type', () => {
    const query = { limit: '7', cursor: 'abc', q: 'words', kind: 'file', project_id: '12', f: ['1.2', '3'] }
    expect(parseQuery(schema, query)).toEqual({ ...query, limit: 7, project_id: 12, offset: 0 })
  })

  it.each([
    '0',
    '-1',
    '1.5',
    '1e3',
    '0x10',
    ' 5',
    '5\n',
    '٣',
    'abc',
    '',
    '9'.repeat(16),
    ['1', '2'],
    5,
    null,
  ])('falls back to the default limit for %j', (limit) => {
    expect(parseQuery(schema, { limit }).limit).toBe(50)
  })

  it('caps a number at its maximum, or at the largest integer of PostgreSQL', () => {
    expect(parseQuery(schema, { limit: '101' }).limit).toBe(100)
    expect(parseQuery(schema, { offset: '999999999999999' }).offset).toBe(1e9)
  })

  it('does not cap an id', () => {
    expect(parseQuery(schema, { project_id: '9007199254740' }).project_id).toBe(9_007_199_254_740)
  })

  it('rejects an invalid number without a default', () => {
    expect(() => parseQuery(schema, { project_id: 'x' })).toThrow('not valid')
    expect(() => parseQuery(schema, { project_id: '0' })).toThrow('not valid')
  })

  it('rejects a value outside an enumeration and lists the accepted ones', () => {
    expect(() => parseQuery(schema, { kind: 'files' })).toThrow(
      expect.objectContaining({
        body: { details: [{ field: 'kind', message: 'must be one of file, survey' }] },
      }),
    )
    expect(parseQuery(schema, { kind: '' })).toEqual(defaults)
  })

  it('rejects a missing required number', () => {
    expect(() => parseQuery(Type.Object({ project_id: Type.Integer() }), {})).toThrow('not valid')
  })

  it('trims texts, truncates them and replaces characters that PostgreSQL rejects', () => {
    expect(parseQuery(schema, { q: '  a\0b\ud800 ' }).q).toBe('a b\ufffd')
    expect(parseQuery(schema, { q: 'x'.repeat(99) }).q).toBe('x'.repeat(10))
  })

  it('joins a repeated text and keeps a list as a list', () => {
    expect(parseQuery(schema, { q: ['a', 'b'], f: '1.2' })).toEqual({ ...defaults, q: 'a,b', f: ['1.2'] })
  })

  it('returns only integers that PostgreSQL can store, whatever is sent', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (limit, offset) => {
        const page = parseQuery(schema, { limit, offset })
        expect(page.limit).toSatisfy((value: number) => Number.isInteger(value) && value >= 1 && value <= 100)
        expect(page.offset).toSatisfy(
          (value: number) => Number.isInteger(value) && value >= 0 && value <= 1e9,
        )
      }),
    )
  })
})
