import { describe, expect, it } from 'vitest'
import { breakingChanges } from './openapi-breaking.ts'

const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const document = (operation: object) => ({ paths: { '/things': { post: operation } } })
const body = (properties: object, required: string[] = []) => ({
  requestBody: json({ type: 'object', properties, required }),
})

describe('breakingChanges', () => {
  it('finds nothing in a document that only grew', () => {
    const before = document(body({ name: { type: 'string' } }))
    const after = {
      paths: { ...document(body({ name: { type: 'string' }, extra: {} })).paths, '/more': { get: {} } },
    }
    expect(breakingChanges(before, after)).toEqual([])
  })

  it('names a removed operation, a new required field, a lost enum value and a shorter limit', () => {
    expect(breakingChanges(document({}), { paths: {} })).toEqual(['POST /things is gone'])
    const before = document(body({ kind: { enum: ['a', 'b'] }, name: { type: 'string', maxLength: 9 } }))
    const after = document(body({ kind: { enum: ['a'] }, name: { type: 'string', maxLength: 5 } }, ['name']))
    expect(breakingChanges(before, after)).toEqual([
      'POST /things: name is required now',
      'POST /things: kind no longer takes b',
      'POST /things: name must be shorter',
    ])
  })

  it('takes an object that may be null now for the same object', () => {
    const answer = (progress: object) => document({ responses: { 200: json({ properties: { progress } }) } })
    const object = (properties: object) => ({ type: 'object', properties })
    const nullable = (properties: object) => ({ anyOf: [object(properties), { type: 'null' }] })
    const before = answer(object({ stage: {}, percent: {} }))
    expect(breakingChanges(before, answer(nullable({ stage: {}, percent: {} })))).toEqual([])
    expect(
      breakingChanges(answer(nullable({ stage: {}, percent: {} })), answer(nullable({ stage: {} }))),
    ).toEqual(['POST /things 200: progress: percent is gone'])
  })

  it('names what an answer no longer says, also deep inside', () => {
    const answer = (properties: object) =>
      document({ responses: { 200: json({ properties: { list: { items: { properties } } } }) } })
    expect(breakingChanges(answer({ id: {}, name: {} }), answer({ id: {} }))).toEqual([
      'POST /things 200: list[]: name is gone',
    ])
  })
})
