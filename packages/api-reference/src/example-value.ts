/**
 * Example values for requests and responses: from the schema if it is specific enough, else from the field's name.
 */
import type { Schema } from './openapi-document.ts'
import { shapeOf } from './schema-shape.ts'

/** Responses show every field; requests stay short, so that the required fields stand out. */
export type Detail = 'every field' | 'few fields'

const fewFields = 4

/**
 * Values that a reader recognizes. Other names get a plain value by type. Text of the form `$NAME` stands for an
 * environment variable, which each language reads in its own way.
 */
const valuesByName: Record<string, unknown> = {
  access_token: 'eyJhbGciOiJFZERTQSIsInR5cCI6ImF0K2p3dCJ9…',
  client_id: '$CLIENT_ID',
  client_secret: '$CLIENT_SECRET',
  code: 'invalid_request',
  count: 1,
  details: [{ field: 'name', message: 'must not be blank' }],
  error: 'The request is not valid. Correct the fields named in "details" and send it again.',
  expires_in: 3600,
  file_name: 'interview-07.mp4',
  filename: 'field-notes.pdf',
  grant_type: 'client_credentials',
  id: 412,
  limit: 20,
  message: 'Processing has started.',
  name: 'Checkout study',
  next: null,
  num_parts: 2,
  previous: null,
  project_id: 412,
  request_id: '019a8f30-5c1e-7d42-9b67-2f8e4c1a7d55',
  scope: 'project:read project:write',
  shared_roles: [0, 3],
  upload_fields: { key: 'k3vT9xQ2mB7c', 'Content-Type': 'application/pdf', policy: 'eyJleHBpcmF0aW9uIjoi…' },
}

/** For a text field whose name has no example. */
export const unknownText = '…'

const valuesByFormat: Record<string, string> = {
  'date-time': '2026-11-15T09:30:00Z',
  date: '2026-11-15',
  email: 'maya@example.com',
  uri: 'https://inlet.example.com/…',
  uuid: '019a8f30-5c1e-7d42-9b67-2f8e4c1a7d55',
}

const valuesByEnding: readonly [RegExp, string][] = [
  [/_key$/, 'k3vT9xQ2mB7c'],
  [/_at$/, '2026-11-15T09:30:00Z'],
  [/_languages?$/, 'en-US'],
  [/_urls?$/, 'https://storage.example.com/imports'],
]

export function exampleOf(schema: Schema, name = '', detail: Detail = 'every field'): unknown {
  const stated = schema.example ?? schema.examples?.[0]
  if (stated !== undefined) return stated
  const { variants, isNullable } = shapeOf(schema)
  const [first = {}] = variants
  if (first.enum) return first.enum[0]
  const known = valuesByName[name]
  if (known !== undefined && (known === null ? isNullable : isOfType(known, first))) return known
  return schema.default ?? valueByType(first, name, detail)
}

function isOfType(value: unknown, { type }: Schema): boolean {
  if (type === 'integer') return Number.isInteger(value)
  return type === (Array.isArray(value) ? 'array' : typeof value)
}

function valueByType(schema: Schema, name: string, detail: Detail): unknown {
  const { type, properties, items, additionalProperties } = schema
  if (items) return [exampleOf(items, name, detail)]
  if (properties && Object.keys(properties).length > 0) return exampleObject(schema, detail)
  if (typeof additionalProperties === 'object') return { key: exampleOf(additionalProperties) }
  if (type === 'object') return {}
  if (type === 'array') return []
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1
  return exampleText(schema, name)
}

function exampleText({ format = '' }: Schema, name: string): string {
  const byEnding = valuesByEnding.find(([ending]) => ending.test(name))?.[1]
  return byEnding ?? valuesByFormat[format] ?? unknownText
}

function exampleObject(schema: Schema, detail: Detail): Record<string, unknown> {
  const all = Object.entries(schema.properties ?? {})
  const isRequired = ([name]: [string, Schema]) => schema.required?.includes(name) ?? false
  const optional = all.filter((entry) => !isRequired(entry) && !entry[1].deprecated)
  const room = Math.max(0, fewFields - all.filter(isRequired).length)
  const chosen = detail === 'every field' ? optional : optional.slice(0, room)
  return Object.fromEntries(
    all
      .filter((entry) => isRequired(entry) || chosen.includes(entry))
      .map(([name, inner]) => [name, exampleOf(inner, name, detail)]),
  )
}
