/** Calls the api processes. A call can lose its answer: its process is killed, or the client gives up. */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseObject } from '../harness/parse-object.ts'
import type { Answer, Descriptor } from './answer.ts'

export interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  json?: unknown
  form?: URLSearchParams
  token?: string
  /** Closes the connection after this time. */
  abortAfterMs?: number | undefined
}

/** Undefined when the answer was lost. */
export type Outcome = Answer | undefined

/** Every call has to be answered within this time. */
const timeoutMs = 90_000
/** While all processes are down, a call waits for one of them this long. */
const connectForMs = 60_000

export class NoAnswer extends Error {}

export const prefix = '/api/v1/developer/import'

export class Client {
  readonly #urls: readonly string[]
  #turn = 0

  constructor(urls: readonly string[]) {
    this.#urls = urls
  }

  async send({ method, path, json, form, token, abortAfterMs }: Call): Promise<Outcome> {
    const headers = new Headers()
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
    if (json !== undefined) headers.set('content-type', 'application/json')
    const body = json === undefined ? form : JSON.stringify(json)
    const request = { method, headers, ...(body !== undefined && { body }) }
    const deadline = performance.now() + connectForMs
    for (;;) {
      this.#turn += 1
      const url = `${this.#urls[this.#turn % this.#urls.length]}${path}`
      const sent = await sendOnce(url, request, abortAfterMs)
      if (sent !== 'refused') return sent
      if (performance.now() > deadline)
        throw new NoAnswer(`No process accepts connections: ${method} ${path}`)
      // Only one process is down at a time, so the next one usually answers.
      if (this.#turn % this.#urls.length === 0) await sleep(100)
    }
  }

  /** All fields first and unchanged, the file last, no credentials. */
  async upload(
    { upload_url, upload_fields }: Descriptor,
    content: string | Uint8Array<ArrayBuffer>,
    abortAfterMs?: number,
  ): Promise<Outcome> {
    const form = new FormData()
    for (const [name, value] of Object.entries(upload_fields)) form.append(name, value)
    form.append('file', new Blob([content]), 'file')
    const sent = await sendOnce(upload_url, { method: 'POST', body: form }, abortAfterMs)
    if (sent === 'refused') throw new NoAnswer('The store does not accept connections.')
    return sent
  }
}

async function sendOnce(
  url: string,
  request: RequestInit,
  abortAfterMs: number | undefined,
): Promise<Outcome | 'refused'> {
  const controller = new AbortController()
  let isTimedOut = false
  const timer = setTimeout(() => {
    isTimedOut = abortAfterMs === undefined
    controller.abort()
  }, abortAfterMs ?? timeoutMs)
  const startedAt = performance.now()
  try {
    const answer = await fetch(url, { ...request, signal: controller.signal })
    const text = await answer.text()
    const ms = performance.now() - startedAt
    // The transaction may have been committed before the connection to the database broke.
    if (answer.status === 503) return undefined
    return { status: answer.status, ms, headers: answer.headers, text, body: parseObject(text) }
  } catch (error) {
    if (isTimedOut)
      throw new NoAnswer(`${request.method} ${url} was not answered within ${timeoutMs / 1000} s.`)
    return isRefused(error) ? 'refused' : undefined
  } finally {
    clearTimeout(timer)
  }
}

/** The request was not sent, so it had no effect. */
function isRefused(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED'
}
