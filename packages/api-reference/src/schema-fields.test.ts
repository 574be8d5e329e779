import { describe, expect, it } from 'vitest'
import { inlineSchema, type Schema } from './openapi-document.ts'
import { fieldsOf } from './schema-fields.ts'

const object = (properties: Record<string, Schema>, required: string[] = []): Schema => ({
  type: 'object',
  properties,
  required,
})

const rulesOfField = (schema: Schema) =>
  fieldsOf(object({ field: schema }))[0]?.rules.map(({ text, values }) => [text, ...values].join(' '))

describe('fieldsOf', () => {
  it('names nested fields by their path', () => {
    const part = object({ row_count: { type: 'integer' } }, ['row_count'])
    const fields = fieldsOf(
      object({
        links: object({ status: { type: 'string', format: 'uri' } }),
        parts: { type: 'array', items: part },
        upload_fields: { type: 'object', additionalProperties: { type: 'string' } },
        by_name: { type: 'object', additionalProperties: part },
      }),
    )
    expect(fields.map(({ name, type }) => `${name}: ${type}`)).toEqual([
      'links: object',
      'links.status: URL',
      'parts: array of object',
      'parts[].row_count: integer',
      'upload_fields: map of string',
      'by_name: map of object',
      'by_name.*.row_count: integer',
    ])
    expect(fields.find(({ name }) => name === 'parts[].row_count')?.isRequired).toBe(true)
  })

  it('shows that a value may be null, however the schema writes it', () => {
    const types = [
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
      { type: ['string', 'null'] },
      { enum: ['a', null] },
    ].map((schema) => fieldsOf(object({ field: schema }))[0]?.type)
    expect(types).toEqual(['string or null', 'string or null', 'string or null'])
  })

  it('requires a field of alternatives only if each alternative requires it', () => {
    const either = { anyOf: [object({ a: {}, b: {} }, ['a', 'b']), object({ a: {} }, ['a'])] }
    expect(fieldsOf(either).map(({ name, isRequired }) => [name, isRequired])).toEqual([
      ['a', true],
      ['b', false],
    ])
  })

  it('describes limits, allowed values and defaults', () => {
    expect(rulesOfField({ type: 'string', minLength: 1, maxLength: 200 })).toEqual(['1 to 200 characters'])
    expect(rulesOfField({ type: 'integer', minimum: 0, default: 0 })).toEqual(['at least 0', 'default 0'])
    expect(rulesOfField({ anyOf: [{ const: 'a' }, { const: 'b' }] })).toEqual(['one of a b'])
    expect(rulesOfField({ type: 'array', maxItems: 3, items: { enum: [1, 2] } })).toEqual([
      'at most 3 items',
      'each one of 1 2',
    ])
  })

  it('stops at a recursive schema', () => {
    const node = object({ children: { type: 'array', items: { $ref: '#/components/schemas/Node' } } })
    const schema = inlineSchema(
      { components: { schemas: { Node: node } } },
      { $ref: '#/components/schemas/Node' },
    )
    expect(fieldsOf(schema).map(({ name }) => name)).toEqual(['children'])
  })
})
