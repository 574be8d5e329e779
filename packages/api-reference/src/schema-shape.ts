/** What a schema allows, with its notations normalized: alternatives, null and single values. */
import type { Schema } from './openapi-document.ts'

export interface Shape {
  /** The alternatives except null; single values are combined into one `enum`. */
  variants: Schema[]
  isNullable: boolean
}

export function shapeOf(schema: Schema): Shape {
  const all = alternatives(schema)
  const variants = gatherValues(all.filter((variant) => !isNull(variant)))
  return { variants, isNullable: variants.length < all.length && all.some(isNull) }
}

function alternatives(schema: Schema): Schema[] {
  const { anyOf, oneOf, allOf, ...common } = schema
  const choices = anyOf ?? oneOf
  if (choices)
    return choices.flatMap(alternatives).map((choice) => ({ ...withoutMeaning(common), ...choice }))
  if (allOf) return [[common, ...allOf].reduce(merged)]
  if (Array.isArray(schema.type)) return schema.type.map((type) => ({ ...schema, type }))
  if (schema.enum?.includes(null)) {
    return [{ ...schema, enum: schema.enum.filter((value) => value !== null) }, { type: 'null' }]
  }
  return [schema.const === undefined ? schema : { ...schema, enum: [schema.const] }]
}

/** Description and default belong to the whole schema, not to each alternative. */
function withoutMeaning(schema: Schema): Schema {
  const { description: _description, default: _default, ...rest } = schema
  return rest
}

function merged(left: Schema, right: Schema): Schema {
  return {
    ...left,
    ...right,
    properties: { ...left.properties, ...right.properties },
    required: [...(left.required ?? []), ...(right.required ?? [])],
  }
}

function isNull(schema: Schema): boolean {
  return schema.type === 'null' || (schema.enum?.length === 1 && schema.enum[0] === null)
}

function gatherValues(variants: Schema[]): Schema[] {
  if (variants.length < 2 || !variants.every((variant) => variant.enum)) return variants
  return [{ ...variants[0], enum: [...new Set(variants.flatMap((variant) => variant.enum ?? []))] }]
}

const formatWords: Record<string, string> = {
  'date-time': 'date and time',
  date: 'date',
  email: 'e-mail address',
  uri: 'URL',
  uuid: 'UUID',
}

/** `array of string`, `URL or null`, `map of integer`: the type in words. */
export function typeOf(schema: Schema): string {
  const { variants, isNullable } = shapeOf(schema)
  const words = new Set(variants.map(variantType))
  return [...words, ...(isNullable ? ['null'] : [])].join(' or ') || 'any value'
}

function variantType(schema: Schema): string {
  const { type, format, items, properties, additionalProperties } = schema
  if (schema.enum) return [...new Set(schema.enum.map(valueType))].join(' or ')
  if (items || type === 'array') return `array of ${typeOf(items ?? {})}`
  if (typeof additionalProperties === 'object' && Object.keys(properties ?? {}).length === 0)
    return `map of ${typeOf(additionalProperties)}`
  if (properties) return 'object'
  if (type === 'string' && format) return formatWords[format] ?? `string, ${format}`
  return typeof type === 'string' ? type : 'any value'
}

function valueType(value: unknown): string {
  return Number.isInteger(value) ? 'integer' : typeof value
}
