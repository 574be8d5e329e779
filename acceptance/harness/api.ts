/** Calls the target over HTTP only. */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseObject } from './parse-object.ts'
import { isOurs, nextBaseUrl } from './target.ts'

export const prefix = '/api/v1/developer/import'

export interface Answer {
  status: number
  headers: Headers
  body: Record<string, unknown>
  text: string
}

export interface CallOptions {
  token?: string
  json?: unknown
  body?: string | URLSearchParams | FormData
  headers?: Record<string, string>
  baseUrl?: string
  /** False if the test expects 429. */
  waitsWhenLimited?: boolean
}

export async function call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const headers = new Headers(options.headers)
  if (options.token !== undefined) headers.set('authorization', `Bearer ${options.token}`)
  if (options.json !== undefined) headers.set('content-type', 'application/json')
  const body = options.json === undefined ? options.body : JSON.stringify(options.json)
  const url = path.startsWith('http') ? path : `${options.baseUrl ?? nextBaseUrl()}${path}`
  const answer = await fetch(url, {
    method,
    headers,
    ...(body !== undefined && { body }),
    redirect: 'manual',
  })
  const text = await answer.text()
  // A deployed instance limits our calls: wait for Retry-After and retry.
  if (answer.status === 429 && !isOurs && options.waitsWhenLimited !== false) {
    await sleep(Number(answer.headers.get('retry-after') ?? '5') * 1000)
    return call(method, path, options)
  }
  return { status: answer.status, headers: answer.headers, text, body: parseObject(text) }
}

export const get = (path: string, options?: CallOptions) => call('GET', path, options)
export const post = (path: string, options?: CallOptions) => call('POST', path, options)

export interface Credentials {
  client_id: string
  client_secret: string
}

export function tokenForm(key: Credentials, extra: Record<string, string> = {}): URLSearchParams {
  return new URLSearchParams({ grant_type: 'client_credentials', ...key, ...extra })
}

export function requestToken(key: Credentials, extra?: Record<string, string>): Promise<Answer> {
  return post('/api/v1/oauth/token', { body: tokenForm(key, extra) })
}

export async function fetchToken(key: Credentials, scope?: string): Promise<string> {
  const answer = await requestToken(key, scope === undefined ? {} : { scope })
  if (answer.status !== 200) throw new Error(`No token: ${answer.status} ${answer.text}`)
  return String(answer.body['access_token'])
}

/** The named list in a response body. */
export function items(answer: Answer, name: string): Record<string, unknown>[] {
  const list = answer.body[name]
  if (!Array.isArray(list)) throw new Error(`No list ${name} in ${answer.text}`)
  return list as Record<string, unknown>[]
}
