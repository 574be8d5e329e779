/** Values for a JSON schema: mostly valid, sometimes invalid in one place. */
import fc, { type Arbitrary } from 'fast-check'
import type { TSchema } from 'typebox'

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

const oddStrings = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff\ud800',
  '\u202egnp.exe',
  '٣٤',
  'ﬀ',
  'e\u0301',
  '👩‍🚀',
  "' or 1=1 --",
  '"; drop table team; --',
  '%00',
  '%',
  '%ZZ',
  '..',
  '../../etc/passwd',
  'C:\\con',
  '__proto__',
  'constructor',
  'null',
  'true',
  'NaN',
  '-0',
  '1e400',
  '9007199254740993',
  '2147483648',
  '-2147483649',
  '9223372036854775808',
  '99999999999999999999999999',
  '2026-99-99',
  '2026-99-99T99:99:99Z',
  '0000-00-00',
  'infinity',
  '-"a b"',
  '"unterminated',
  'a & | ! ( :*',
  'WzEsMl0',
  'eyJhIjoxfQ',
  'x'.repeat(300),
  'ä'.repeat(600),
  'a.pdf',
  'a.PDF\u0000.exe',
  'https://127.0.0.1/',
  'http://[::ffff:7f00:1]/',
  'https://user:password@inlet.test/#a',
  'file:///etc/passwd',
]

const oddNumbers = [
  0, -0, -1, 1, 0.5, 255, 256, 32768, 2147483647, 2147483648, -2147483649, 4294967296, 9007199254740991,
  9007199254740992, 1e21, 1e308, 5e-324,
]

export const oddText: Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...oddStrings) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
)

export const odd: Arbitrary<Json> = fc.oneof(
  { weight: 5, arbitrary: oddText },
  { weight: 3, arbitrary: fc.constantFrom(...oddNumbers) },
  { weight: 1, arbitrary: fc.constantFrom<Json>(null, true, false, [], {}, [[]], [null], { a: { b: [1] } }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 2000 }).map(nested) },
  { weight: 1, arbitrary: fc.jsonValue() as Arbitrary<Json> },
)

function nested(depth: number): Json {
  let value: Json = 0
  for (let level = 0; level < depth; level += 1) value = [value]
  return value
}

interface Schema {
  type?: string | string[]
  const?: Json
  enum?: Json[]
  anyOf?: Schema[]
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  items?: Schema
  maxItems?: number
  properties?: Record<string, Schema>
  required?: string[]
  patternProperties?: Record<string, Schema>
}

/** One value in eight is replaced by an odd one, at any depth. */
export function valuesFor(schema: TSchema): Arbitrary<Json> {
  return around(schema as Schema)
}

function around(schema: Schema): Arbitrary<Json> {
  return fc.oneof({ weight: 7, arbitrary: valid(schema) }, { weight: 1, arbitrary: odd })
}

function valid(schema: Schema): Arbitrary<Json> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valid))
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => valid({ ...schema, type })))
  switch (schema.type) {
    case 'string':
      return text(schema)
    case 'integer':
      return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 1000 })
    case 'number':
      return fc.double({ min: schema.minimum ?? 0, max: schema.maximum ?? 1000, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(around(schema.items ?? {}), { maxLength: Math.min(schema.maxItems ?? 5, 5) })
    case 'object':
      return object(schema)
    default:
      return odd
  }
}

function text({ pattern, minLength = 0, maxLength = 50 }: Schema): Arbitrary<string> {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern))
  return fc.oneof(
    fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, 50)) }),
    fc.constantFrom(
      'a.pdf',
      'a.mp4',
      'a.csv',
      'Ünïcode.docx',
      'name@example.org.mp4',
      'https://inlet.test/a',
    ),
  )
}

function object({ properties = {}, required = [], patternProperties }: Schema): Arbitrary<Json> {
  const fields: Record<string, Arbitrary<Json>> = {}
  for (const [name, schema] of Object.entries(properties)) fields[name] = around(schema)
  const requiredKeys = required.filter((name) => name in fields)
  const known = fc.oneof(
    { weight: 6, arbitrary: fc.record(fields, { requiredKeys }) },
    { weight: 1, arbitrary: fc.record(fields, { requiredKeys: [] }) },
  ) as Arbitrary<{ [name: string]: Json }>
  const [anyField] = Object.values(patternProperties ?? {})
  const extra = fc.dictionary(oddText, anyField ? around(anyField) : odd, { maxKeys: 3 })
  return fc.oneof(
    { weight: anyField ? 0 : 5, arbitrary: known },
    { weight: 1, arbitrary: fc.tuple(known, extra).map(([given, more]) => ({ ...given, ...more })) },
  )
}
