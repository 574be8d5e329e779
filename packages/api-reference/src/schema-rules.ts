/** The constraints of a schema in words, without its type. */
import type { Schema } from './openapi-document.ts'
import { shapeOf } from './schema-shape.ts'

export interface Rule {
  text: string
  /** Shown as code after the text. */
  values: string[]
}

/** Patterns that are explained in words. */
const patternWords: Record<string, string> = { '\\S': 'not blank' }

export function rulesOf(schema: Schema): Rule[] {
  const rules = shapeOf(schema).variants.flatMap(variantRules)
  return schema.default === undefined ? rules : [...rules, rule('default', [schema.default])]
}

function variantRules(schema: Schema): Rule[] {
  const inner = schema.items ?? valuesOfMap(schema)
  return [
    ...valueRules(schema),
    ...range(schema.minLength, schema.maxLength, 'character'),
    ...range(schema.minimum, schema.maximum),
    ...range(schema.minItems, schema.maxItems, 'item'),
    ...(schema.uniqueItems ? [rule('no duplicates')] : []),
    ...(inner && !inner.properties ? innerRules(schema, inner) : []),
  ]
}

function valuesOfMap({ properties, additionalProperties }: Schema): Schema | undefined {
  return typeof additionalProperties === 'object' && !properties ? additionalProperties : undefined
}

function innerRules(outer: Schema, inner: Schema): Rule[] {
  // A list without its own description shows that of its items; repeating it is noise.
  const isSaidAbove = outer.description === undefined || inner.description === undefined
  return [...(isSaidAbove ? [] : [rule(`each: ${inner.description}`)]), ...rulesOf(inner).map(ofEach)]
}

const ofEach = ({ text, values }: Rule): Rule => ({ text: `each ${text}`, values })

function valueRules(schema: Schema): Rule[] {
  if (schema.enum) return [rule(schema.enum.length === 1 ? 'always' : 'one of', schema.enum)]
  if (schema.pattern === undefined) return []
  const words = patternWords[schema.pattern]
  if (words !== undefined) return [rule(words)]
  // A description says the same in words; the expression itself is in the OpenAPI document.
  return schema.description === undefined ? [rule('matches', [schema.pattern])] : []
}

function range(least: number | undefined, most: number | undefined, unit = ''): Rule[] {
  const counted = (count: number) => `${count}${unit && ` ${unit}${count === 1 ? '' : 's'}`}`
  if (least !== undefined && most !== undefined) return [rule(`${least} to ${counted(most)}`)]
  if (most !== undefined) return [rule(`at most ${counted(most)}`)]
  return least === undefined ? [] : [rule(`at least ${counted(least)}`)]
}

function rule(text: string, values: unknown[] = []): Rule {
  return { text, values: values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))) }
}
