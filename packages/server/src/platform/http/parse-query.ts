/**
 * Parses a query by the schema of its route. A value with a default falls back to it, as paging must; other invalid
 * values are rejected.
 */
import type { Static, TSchema } from 'typebox'
import { invalidField } from '../errors.ts'

export type Query<Q extends TSchema> = TSchema extends Q ? undefined : Static<Q>

interface Parameter {
  type?: string
  enum?: readonly string[]
  anyOf?: readonly Parameter[]
  minimum?: number
  maximum?: number
  maxLength?: number
  default?: unknown
}

export function parseQuery<Q extends TSchema>(schema: Q | undefined, query: unknown): Query<Q> {
  if (!schema) return undefined as Query<Q>
  const { properties, required = [] } = schema as unknown as {
    properties: Record<string, Parameter>
    required?: readonly string[]
  }
  const given = (query ?? {}) as Record<string, unknown>
  const parsed = Object.entries(properties).map(([name, parameter]) => {
    const value = parse(name, parameter, given[name])
    if (value !== undefined || !required.includes(name)) return [name, value] as const
    if (parameter.type === 'string') return [name, ''] as const
    throw invalidField(name, 'is required')
  })
  return Object.fromEntries(parsed.filter(([, value]) => value !== undefined)) as Query<Q>
}

function parse(name: string, parameter: Parameter, value: unknown): unknown {
  if (parameter.anyOf) return parseList(value)
  if (parameter.type === 'integer') return parseInteger(name, parameter, value)
  const text = parseText(parameter, value)
  return parameter.enum ? parseEnum(name, parameter.enum, text) : text
}

function parseEnum(name: string, values: readonly string[], text = ''): string | undefined {
  if (text === '') return undefined
  if (!values.includes(text)) throw invalidField(name, `must be one of ${values.join(', ')}`)
  return text
}

/** Inside PostgreSQL's integers, which a larger offset would overflow. */
const maxCount = 1_000_000_000

function parseInteger(name: string, parameter: Parameter, value: unknown): unknown {
  const hasDefault = 'default' in parameter
  // A parameter without a default is an id, and capping it would name another record.
  const { minimum = 0, maximum = hasDefault ? maxCount : Number.MAX_SAFE_INTEGER } = parameter
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : -1
  if (number >= minimum) return Math.min(number, maximum)
  if (value === undefined || hasDefault) return parameter.default
  throw invalidField(name, 'must be a whole number')
}

const maxTextLength = 500

/** Trimmed and without characters that PostgreSQL rejects. A repeated parameter is a comma-separated list. */
function parseText({ maxLength = maxTextLength }: Parameter, value: unknown): string | undefined {
  const texts = parseList(value)
  return texts?.join(',').replaceAll('\0', ' ').toWellFormed().slice(0, maxLength).trim()
}

function parseList(value: unknown): string[] | undefined {
  const texts = [value].flat().filter((one) => typeof one === 'string')
  return texts.length > 0 ? texts : undefined
}
