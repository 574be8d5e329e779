/** Sends one request and reads the whole response, unless it is a stream. */
import { InletError } from '../errors.ts'
import type { Fetch } from '../options.ts'
import { unexpectedResponse } from './answer-error.ts'
import { connectionError } from './connection-error.ts'

export interface Exchanged {
  response: Response
  text: string
}

export async function exchange(
  send: Fetch,
  url: string,
  init: RequestInit,
  { isStream = false } = {},
): Promise<Exchanged> {
  try {
    // Redirects are reported, not followed: they would turn a POST into a GET and drop the token.
    const response = await send(url, { ...init, redirect: 'manual' })
    const isRedirect = response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)
    if (isRedirect) throw unexpectedResponse(response, url)
    return { response, text: isStream && response.ok ? '' : await response.text() }
  } catch (error) {
    if (error instanceof InletError) throw error
    const reason: unknown = init.signal?.aborted ? init.signal.reason : undefined
    throw reason instanceof InletError ? reason : connectionError(error, url)
  }
}

/** Undefined for a 204 response. */
export function readJson<T>({ response, text }: Exchanged, url: string): T {
  if (response.status === 204) return undefined as T
  try {
    return JSON.parse(text) as T
  } catch {
    throw unexpectedResponse(response, url)
  }
}
