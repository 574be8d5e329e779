import { describe, expect, it } from 'vitest'
import { referenceProblems, toReferences } from './references.policy.ts'

const fieldsOf = (request: object) => referenceProblems(request).map(({ field }) => field)

describe('external_id and metadata', () => {
  it('accepts everything within the limits, and nothing at all', () => {
    const pairs = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`k${i}`, '😀'.repeat(500)]))
    for (const request of [
      {},
      { external_id: null, metadata: null },
      { external_id: '', metadata: {} },
      { external_id: 'a b,ü\u200e', metadata: { '': '', ['😀'.repeat(40)]: 'a\nb' } },
      { metadata: pairs },
    ])
      expect(fieldsOf(request)).toEqual([])
  })

  it('reports every mistake with its field', () => {
    expect(
      fieldsOf({ external_id: 'a\tb', metadata: { a: 1, b: 'x'.repeat(501), c: 'a\0b', d: '\ud800' } }),
    ).toEqual(['external_id', 'metadata.a', 'metadata.b', 'metadata.c', 'metadata.d'])
    expect(fieldsOf({ external_id: '\ud800' })).toEqual(['external_id'])
    expect(fieldsOf({ metadata: { ['k'.repeat(41)]: 'x' } })).toEqual(['metadata'])
    expect(
      fieldsOf({ metadata: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [i, 'x'])) }),
    ).toEqual(['metadata'])
  })

  it('stores null for what was not sent', () => {
    expect(toReferences({})).toEqual({ externalId: null, metadata: null })
    expect(toReferences({ external_id: '', metadata: {} })).toEqual({ externalId: '', metadata: {} })
  })
})
