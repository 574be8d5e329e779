/** Decides whether a response is allowed. */
import type { Route } from '@inlet/contract'
import { Value } from 'typebox/value'

export interface Response {
  status: number
  headers: Headers
  text: string
}

/** What is wrong with the response; undefined if nothing is. */
export function findFault(route: Route, { status, headers, text }: Response): string | undefined {
  if (status >= 500) return `answered ${status}`
  if (!headers.get('x-request-id')) return 'has no X-Request-Id'
  const isJson = headers.get('content-type')?.startsWith('application/json') ?? false
  if (status >= 400) return isJson && hasErrorText(text) ? undefined : 'is an error without an error text'
  const schema = route.responses[status]
  if (status < 300 && !schema) return `has the undocumented status ${status}`
  if (status >= 300 || !schema || !isJson) return undefined
  const body: unknown = JSON.parse(text)
  if (Value.Check(schema, body)) return undefined
  const [first] = Value.Errors(schema, body)
  return `does not match its schema: ${first?.instancePath} ${first?.message}`
}

function hasErrorText(text: string): boolean {
  const body = JSON.parse(text) as { error?: unknown }
  return typeof body.error === 'string' && body.error !== ''
}
