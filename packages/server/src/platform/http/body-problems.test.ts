import { CreateProject } from '@inlet/contract'
import { type TArrayOptions, type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { describe, expect, it } from 'vitest'
import { bodyProblems } from './body-problems.ts'

const problemsOf = (schema: TSchema, value: unknown) => bodyProblems(Compile(schema).Errors(value))

/** The message for a body whose only field is invalid. */
const messageFor = (schema: TSchema, value: unknown) =>
  problemsOf(Type.Object({ field: schema }), { field: value })

const Numbers = (options: TArrayOptions) => Type.Array(Type.Integer(), options)

describe('bodyProblems', () => {
  it.each<[string, TSchema, unknown]>([
    ['must be a string', Type.String(), 5],
    ['must be an integer', Type.Integer(), 'x'],
    ['must be an object', Type.Object({}), []],
    ['must be an array', Type.Array(Type.String()), {}],
    ['must be a boolean', Type.Boolean(), 'yes'],
    ['must be at most 2 characters long', Type.String({ maxLength: 2 }), 'abc'],
    ['must be 1 or more', Type.Integer({ minimum: 1 }), 0],
    ['must be 9 or less', Type.Integer({ maximum: 9 }), 10],
    ['must have at most 1 item', Numbers({ maxItems: 1 }), [1, 2]],
    ['must have at least 2 items', Numbers({ minItems: 2 }), [1]],
    ['must not contain duplicates', Numbers({ uniqueItems: true }), [1, 1]],
    ['must be one of 1, "a"', Type.Enum([1, 'a']), 2],
    ['must be 5', Type.Literal(5), 6],
    ['must not be blank', Type.String({ pattern: '\\S' }), ' \t\n'],
    ['does not have the expected format', Type.String({ pattern: '^a$' }), 'b'],
  ])('reports "%s"', (message, schema, value) => {
    expect(messageFor(schema, value)).toEqual([{ field: 'field', message }])
  })

  it('names a missing field, at any depth', () => {
    const schema = Type.Object({ a: Type.Object({ b: Type.String() }), c: Type.String() })
    expect(problemsOf(schema, { a: {} })).toEqual([
      { field: 'c', message: 'is required' },
      { field: 'a.b', message: 'is required' },
    ])
  })

  it('points into arrays and objects by path', () => {
    const schema = Type.Object({ rows: Type.Array(Type.Object({ id: Type.Integer() })) })
    expect(problemsOf(schema, { rows: [{ id: 1 }, { id: 'x' }] })).toEqual([
      { field: 'rows.1.id', message: 'must be an integer' },
    ])
  })

  it('calls the body itself "body"', () => {
    for (const value of [[], 'text', 5, null])
      expect(problemsOf(Type.Object({}), value)).toEqual([{ field: 'body', message: 'must be an object' }])
  })

  it('lists the alternatives of a union in one line, without the union itself', () => {
    expect(messageFor(Type.Union([Type.String(), Type.Integer()]), true)).toEqual([
      { field: 'field', message: 'must be a string, or an integer' },
    ])
    expect(messageFor(Type.Union([Type.Literal('x'), Type.Literal('y')]), 'z')).toEqual([
      { field: 'field', message: 'must be "x", or "y"' },
    ])
  })
})

describe('bodyProblems of several fields', () => {
  it('reports one line for each invalid field of a real request', () => {
    const problems = problemsOf(CreateProject, {
      name: '  ',
      supported_languages: ['en-US', 'english'],
      project_share_preference: 3,
      shared_roles: [0, '3'],
    })
    expect(problems).toEqual([
      { field: 'name', message: 'must not be blank' },
      {
        field: 'supported_languages.1',
        message: 'must be a locale such as en-US: a language, a hyphen and a region',
      },
      { field: 'project_share_preference', message: 'must be one of 1, 2, 4' },
      { field: 'shared_roles.1', message: 'must be an integer' },
    ])
  })

  it('names every invalid field, however many there are', () => {
    const body = Object.fromEntries(
      Object.keys(CreateProject.properties).map((name) => [name, { bad: true }]),
    )
    const fields = problemsOf(CreateProject, body).map((problem) => problem.field)
    // auto_ai_notes_payload accepts any object.
    expect(fields.length).toBe(Object.keys(body).length - 1)
  })

  it('joins several rules with "and", and the alternatives of a union with "or"', () => {
    expect(messageFor(Type.String({ maxLength: 2, pattern: '\\S' }), '   ')).toEqual([
      { field: 'field', message: 'must be at most 2 characters long, and must not be blank' },
    ])
    expect(messageFor(Type.Union([Type.Enum(['a']), Type.Null()]), 'x')).toEqual([
      { field: 'field', message: 'must be one of "a", or null' },
    ])
  })

  it('names only the field inside an object that may also be null', () => {
    const schema = Type.Union([Type.Object({ size: Type.Integer() }), Type.Null()])
    expect(problemsOf(Type.Object({ box: schema }), { box: { size: 'x' } })).toEqual([
      { field: 'box.size', message: 'must be an integer' },
    ])
  })

  it('writes field names with slashes unescaped', () => {
    const schema = Type.Record(Type.String(), Type.Integer())
    expect(problemsOf(schema, { 'a/b': 'x' })).toEqual([{ field: 'a/b', message: 'must be an integer' }])
  })

  it('reports nothing for a valid body', () => {
    expect(problemsOf(CreateProject, { name: 'Study' })).toEqual([])
  })
})
