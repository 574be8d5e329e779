import { describe, expect, it } from 'vitest'
import { breakingChanges } from './openapi-breaking.ts'

const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const document = (operation: object) => ({ paths: { '/things': { post: operation } } })
const body = (properties: object, required: string[] = []) => ({
  requestBody: json({ type: 'object', properties, required }),
})

describe('breakingChanges', () => {
  it('reports nothing for a document with additions only', () => {
    const before = document(body({ name: { type: 'string' } }))
    const after = {
      paths: { ...document(body({ name: { type: 'string' }, extra: {} })).paths, '/more': { get: {} } },
    }
    expect(breakingChanges(before, after)).toEqual([])
  })

  it('reports a removed operation, a new required field, a removed enum value and a shorter limit', () => {
    expect(breakingChanges(document({}), { paths: {} })).toEqual(['POST /things was removed'])
    const before = document(body({ kind: { enum: ['a', 'b'] }, name: { type: 'string', maxLength: 9 } }))
    const after = document(body({ kind: { enum: ['a'] }, name: { type: 'string', maxLength: 5 } }, ['name']))
    expect(breakingChanges(before, after)).toEqual([
      'POST /things: name is now required',
      'POST /things: kind no longer accepts b',
      'POST /things: name must be shorter',
    ])
  })

  it('treats an object that has become nullable as the same object', () => {
    const answer = (progress: object) => document({ responses: { 200: json({ properties: { progress } }) } })
    const object = (properties: object) => ({ type: 'object', properties })
    const nullable = (properties: object) => ({ anyOf: [object(properties), { type: 'null' }] })
    const before = answer(object({ stage: {}, percent: {} }))
    expect(breakingChanges(before, answer(nullable({ stage: {}, percent: {} })))).toEqual([])
    expect(
      breakingChanges(answer(nullable({ stage: {}, percent: {} })), answer(nullable({ stage: {} }))),
    ).toEqual(['POST /things 200: progress: percent was removed'])
  })

  it('reports fields removed from a response, at any depth', () => {
    const answer = (properties: object) =>
      document({ responses: { 200: json({ properties: { list: { items: { properties } } } }) } })
    expect(breakingChanges(answer({ id: {}, name: {} }), answer({ id: {} }))).toEqual([
      'POST /things 200: list[]: name was removed',
    ])
  })
})
