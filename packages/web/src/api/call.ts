/** Calls an operation of the contract. Path, parameters, body and answer are typed by its route. */
import type { Route } from '@inlet/contract'
import type { Static, TSchema } from 'typebox'
import { readError, unreachable } from './api-error.ts'

// A part the route does not have is inferred as any schema, whose type says nothing.
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

export type CallAnswer<R> =
  R extends Route<TSchema, TSchema, TSchema, infer Responses>
    ? Static<Extract<Responses[keyof Responses], TSchema>>
    : never

type QueryValue = string | number | boolean | null | undefined

interface AnyInput {
  params?: Record<string, string>
  query?: Record<string, QueryValue | readonly QueryValue[]>
  body?: unknown
}

export async function call<R extends Route>(
  route: R,
  input: CallInput<R>,
  { signal }: { signal?: AbortSignal } = {},
): Promise<CallAnswer<R>> {
  const { params, query, body } = input as AnyInput
  const answer = await send(addressOf(route.path, params, query), {
    method: route.method,
    credentials: 'same-origin',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(signal ? { signal } : {}),
  })
  if (!answer.ok) throw await readError(answer)
  return (answer.status === 204 ? null : await answer.json()) as CallAnswer<R>
}

async function send(address: string, init: RequestInit): Promise<Response> {
  try {
    return await (takeEarly(address, init) ?? fetch(address, init))
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw unreachable(error)
  }
}

/** What boot.js has asked for before the programs of the page were there; once, because it may be old a moment later. */
function takeEarly(address: string, { method }: RequestInit): Promise<Response> | undefined {
  const page = globalThis as { inletEarly?: { address: string; answer: Promise<Response> } | undefined }
  const early = page.inletEarly
  if (method !== 'GET' || early?.address !== address) return undefined
  page.inletEarly = undefined
  return early.answer
}

export function addressOf(
  path: string,
  params: Record<string, string> = {},
  query: Record<string, QueryValue | readonly QueryValue[]> = {},
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) if (one !== undefined && one !== null) search.append(name, String(one))
  }
  return search.size > 0 ? `${filled}?${search}` : filled
}
