import { describe, expect, it } from 'vitest'
import { cutRecords, readRecordQuery } from './record-query.ts'

const spec = {
  name: 'files',
  statuses: ['processing', 'completed', 'error'],
  kinds: ['audio', 'image'],
  hasTimes: true,
  isKey: (key: string) => /^[a-f]+$/.test(key),
}
const read = (query: Record<string, unknown>) => readRecordQuery(query, spec)
const problemOf = (query: Record<string, unknown>) => {
  try {
    return JSON.stringify(read(query))
  } catch (error) {
    const { code, body } = error as { code: string; body: { details?: { field: string }[] } }
    return body.details?.[0]?.field ?? code
  }
}

describe('the query of a list', () => {
  it('is the plain list if it has none of the new parameters', () => {
    for (const query of [{}, { limit: '5', offset: '2', include: 'details', tag: 'x' }])
      expect(read(query)).toMatchObject({
        isSpecial: false,
        order: { by: 'created', isDescending: true },
        cursor: undefined,
      })
  })

  it('reads words in the order of the contract, without repetitions', () => {
    expect(read({ status: 'error, completed,error' }).statuses).toEqual(['completed', 'error'])
    expect(read({ status: ['error', 'processing'] }).statuses).toEqual(['processing', 'error'])
    expect(read({ kind: 'image' })).toMatchObject({ kinds: ['image'], statuses: undefined, isSpecial: true })
  })

  it('reads times with any offset, also with a plus sign that became a space', () => {
    const time = (text: string) => read({ created_after: text }).createdFrom
    expect(time('2026-03-01T10:00:00Z')).toBe('2026-03-01T10:00:00+00:00')
    expect(time('2026-03-01T10:00:00.123456789-05:30')).toBe('2026-03-01T10:00:00.123456-05:30')
    expect(time('2026-03-01t10:00:00.5 02:00')).toBe('2026-03-01T10:00:00.5+02:00')
  })

  it('keeps an external id exactly as it was sent', () => {
    for (const external_id of ['', ' a ', 'a,b', 'ü%'])
      expect(read({ external_id })).toMatchObject({ externalId: external_id, isSpecial: true })
  })

  it.each([
    ['project_id', ['', '0', '-1', 'x', '1.0', ['1', '2']]],
    ['status', ['', 'done', 'error,', [{}]]],
    ['kind', ['', 'survey']],
    [
      'created_after',
      ['', '2026-03-01', '2026-02-29T10:00:00Z', '2026-03-01T24:00:00Z', '0000-01-01T00:00:00Z', {}],
    ],
    ['created_before', ['now', '2026-03-01T10:00:00+15:00', '2026-03-01T10:00:60Z']],
    ['external_id', ['x'.repeat(256), 'a\nb', '\ud800', ['a', 'b']]],
    ['sort', ['', 'created', '-name', ['created_at', 'created_at']]],
  ])('rejects %s with an unusable value', (name, values) => {
    for (const value of values) expect(problemOf({ [name]: value })).toBe(name)
  })

  it('ignores the parameters that a list does not have', () => {
    const projects = readRecordQuery(
      { status: 'x', kind: 'x', project_id: 'x', created_after: 'x' },
      { name: 'projects', isKey: spec.isKey },
    )
    expect(projects.isSpecial).toBe(false)
  })

  it('continues from the cursor of a page of the same list and order', () => {
    const order = { by: 'updated', isDescending: false } as const
    const at = '2026-03-01 10:00:00.123456+00'
    const { items, next_cursor } = cutRecords(
      ['a', 'b', 'c'],
      { limit: 2 },
      { name: 'files', order },
      (key) => ({
        at,
        key,
      }),
    )
    expect(items).toEqual(['a', 'b'])
    const cursor = next_cursor ?? ''
    expect(read({ cursor })).toMatchObject({ order, cursor: { after: { at, key: 'b' } } })
    expect(read({ cursor, sort: 'updated_at' })).toMatchObject({ order })
    expect(problemOf({ cursor, sort: '-updated_at' })).toBe('invalid_cursor')
    expect(problemOf({ cursor, offset: '0' })).toBe('offset')
    expect(
      cutRecords(['a'], { limit: 2 }, { name: 'files', order }, (key) => ({ at, key })).next_cursor,
    ).toBeNull()
    for (const bad of [
      '',
      'x',
      'START',
      ['start', 'start'],
      Buffer.from('["insights"]').toString('base64url'),
    ])
      expect(problemOf({ cursor: bad })).toBe('invalid_cursor')
    expect(read({ cursor: 'start', sort: 'created_at' })).toMatchObject({
      order: { by: 'created', isDescending: false },
      cursor: { after: undefined },
    })
  })
})
