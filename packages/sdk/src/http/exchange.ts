/** One request and its answer, read to the end. */
import { InletError } from '../errors.ts'
import type { Fetch } from '../options.ts'
import { notOurs } from './answer-error.ts'
import { connectionError } from './connection-error.ts'

export interface Exchanged {
  response: Response
  text: string
}

export async function exchange(send: Fetch, url: string, init: RequestInit): Promise<Exchanged> {
  try {
    // A redirect would turn a POST into a GET and lose the token: it is reported instead of followed.
    const response = await send(url, { ...init, redirect: 'manual' })
    const isRedirect = response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)
    if (isRedirect) throw notOurs(response, url)
    return { response, text: await response.text() }
  } catch (error) {
    if (error instanceof InletError) throw error
    const reason: unknown = init.signal?.aborted ? init.signal.reason : undefined
    throw reason instanceof InletError ? reason : connectionError(error, url)
  }
}

export function readJson<T>({ response, text }: Exchanged, url: string): T {
  try {
    return JSON.parse(text) as T
  } catch {
    throw notOurs(response, url)
  }
}
