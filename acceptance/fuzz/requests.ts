/** Requests for the operations of both APIs. */
import type { Route } from '@inlet/contract'
import fc, { type Arbitrary } from 'fast-check'
import type { KnownIds } from './ids.ts'
import { type Json, oddText, valuesFor } from './values.ts'

/** A value given as text, or the nth known id of that name. */
type Word = { text: string } | { known: number; otherwise: string }

export interface PlannedRequest {
  route: Route
  params: Record<string, Word>
  query: [name: string, value: Word][]
  body: Json | undefined
  /** Rarely wrong, because a request without access is rejected before anything else is read. */
  access: 'valid' | 'none' | 'garbage'
}

export interface HttpRequest {
  method: string
  path: string
  body: string | undefined
  contentType: string | undefined
}

const word: Arbitrary<Word> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ known: fc.nat(10_000), otherwise: oddText }) },
  { weight: 2, arbitrary: oddText.map((text) => ({ text })) },
)

export function requestTo(route: Route): Arbitrary<PlannedRequest> {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
  return fc.record({
    route: fc.constant(route),
    params: fc.record(Object.fromEntries(names.map((name) => [name, word]))),
    query: queryOf(route),
    body: route.body
      ? fc.oneof(fc.constant(undefined), ...Array.from({ length: 9 }, () => bodyOf(route)))
      : fc.constant(undefined),
    access: fc.oneof(
      { weight: 30, arbitrary: fc.constant('valid' as const) },
      { weight: 1, arbitrary: fc.constantFrom('none' as const, 'garbage' as const) },
    ),
  })
}

const bodyOf = (route: Route): Arbitrary<Json> => (route.body ? valuesFor(route.body) : fc.constant(null))

function queryOf({ query }: Route): Arbitrary<[string, Word][]> {
  const properties = (query as { properties?: Record<string, object> } | undefined)?.properties ?? {}
  const fields = Object.entries(properties).map(([name, schema]) =>
    fc.oneof(
      valuesFor(schema as never).map((value): [string, Word] => [name, { text: asText(value) }]),
      word.map((value): [string, Word] => [name, value]),
    ),
  )
  const unknown = fc.tuple(oddText, word)
  return fc
    .array(fc.oneof(...(fields.length > 0 ? fields : [unknown]), unknown), { maxLength: 4 })
    .map((pairs) => pairs as [string, Word][])
}

const asText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

export function toHttp({ route, params, query, body }: PlannedRequest, ids: KnownIds): HttpRequest {
  const valueIn = (name: string, given: Word) =>
    'text' in given ? given.text : (ids.pick(name, given.known) ?? given.otherwise)
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const given = params[name]
    return given ? encode(valueIn(name, given)) : ''
  })
  const pairs = query.map(([name, value]) => `${encode(name)}=${encode(valueIn(name, value))}`)
  const isForm = route.bodyType === 'application/x-www-form-urlencoded'
  return {
    method: route.method,
    path: pairs.length > 0 ? `${path}?${pairs.join('&')}` : path,
    body: body === undefined ? undefined : isForm ? formOf(body) : JSON.stringify(withKnownIds(body, ids)),
    contentType: body === undefined ? undefined : (route.bodyType ?? 'application/json'),
  }
}

/** Most bodies name a project, and a random number is rarely one. */
function withKnownIds(body: Json, ids: KnownIds): Json {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const { items } = body
  if (Array.isArray(items)) return { ...body, items: items.map((item) => withKnownIds(item, ids)) }
  const project = body['project_id']
  if (typeof project !== 'number' || project % 4 === 0) return body
  return { ...body, project_id: Number(ids.pick('project_id', Math.abs(project)) ?? project) }
}

function formOf(body: Json): string {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return asText(body)
  return Object.entries(body)
    .map(([name, value]) => `${encode(name)}=${encode(asText(value))}`)
    .join('&')
}

const encode = (text: string): string => encodeURIComponent(text.toWellFormed())
