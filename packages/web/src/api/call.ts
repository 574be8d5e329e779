/** Calls an operation of the contract. Path parameters, query, body and response are typed by its route. */
import type { Route } from '@inlet/contract'
import type { Static, TSchema } from 'typebox'
import { readError, unreachable } from './api-error.ts'

// A part that the route does not define is inferred as TSchema, whose static type is unknown.
type Given<Name extends string, Schema extends TSchema, Optional extends boolean = false> =
  unknown extends Static<Schema>
    ? Record<never, never>
    : Optional extends true
      ? { [K in Name]?: Static<Schema> }
      : { [K in Name]: Static<Schema> }

export type CallInput<R> =
  R extends Route<infer P, infer Q, infer B, Record<number, TSchema>>
    ? Given<'params', P> & Given<'query', Q, true> & Given<'body', B, true>
    : never

export type CallResult<R> =
  R extends Route<TSchema, TSchema, TSchema, infer Responses>
    ? Static<Extract<Responses[keyof Responses], TSchema>>
    : never

type QueryValue = string | number | boolean | null | undefined

interface UntypedInput {
  params?: Record<string, string>
  query?: Record<string, QueryValue | readonly QueryValue[]>
  body?: unknown
}

export async function call<R extends Route>(
  route: R,
  input: CallInput<R>,
  { signal, ifMatch }: { signal?: AbortSignal; ifMatch?: string } = {},
): Promise<CallResult<R>> {
  const { params, query, body } = input as UntypedInput
  const response = await send(buildUrl(route.path, params, query), {
    method: route.method,
    credentials: 'same-origin',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(ifMatch ? { 'if-match': ifMatch } : {}),
    },
    ...(signal ? { signal } : {}),
  })
  if (!response.ok) throw await readError(response)
  return (response.status === 204 ? null : await response.json()) as CallResult<R>
}

async function send(path: string, init: RequestInit): Promise<Response> {
  try {
    return (await takeEarlyResponse(path, init)) ?? (await fetch(path, init))
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw unreachable(error)
  }
}

/**
 * The response that boot.js requested before the bundle was loaded. It is used once, because it may be stale later, and only if it
 * has succeeded, because the user may have signed in since.
 */
async function takeEarlyResponse(path: string, { method }: RequestInit): Promise<Response | undefined> {
  const { inletEarly: early } = globalThis as { inletEarly?: Map<string, Promise<Response>> }
  if (method !== 'GET' || !early?.has(path)) return undefined
  const requested = early.get(path)
  // Before the wait, because the body of a response can be read only once.
  early.delete(path)
  const response = await requested?.catch(() => undefined)
  return response?.ok ? response : undefined
}

export function buildUrl(
  path: string,
  params: Record<string, string> = {},
  query: Record<string, QueryValue | readonly QueryValue[]> = {},
): string {
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) if (one !== undefined && one !== null) search.append(name, String(one))
  }
  return search.size > 0 ? `${filledPath}?${search}` : filledPath
}
