/** Logs requests, retries and waits. Tokens, secrets, bodies and the signatures of URLs are never logged. */
import type { Fetch, Logger } from '../options.ts'
import { codeOf } from './connection-error.ts'

/** Returns the given function if there is no logger. */
export function logRequests(send: Fetch, logger: Logger | undefined): Fetch {
  if (!logger) return send
  return async (url, init) => {
    const startedAt = performance.now()
    const request = { method: init?.method ?? 'GET', url: withoutQuery(url) }
    const line = `${request.method} ${request.url}`
    try {
      const response = await send(url, init)
      const requestId = response.headers.get('x-request-id')
      const ms = since(startedAt)
      const facts = { ...request, status: response.status, ms, ...(requestId && { requestId }) }
      logger.debug(
        `${line} ${response.status} in ${ms} ms${requestId ? `, request ${requestId}` : ''}`,
        facts,
      )
      return response
    } catch (error) {
      const ms = since(startedAt)
      const reason = codeOf(error) ?? String(error)
      logger.debug(`${line} failed after ${ms} ms: ${reason}`, { ...request, ms, error: reason })
      throw error
    }
  }
}

function since(startedAt: number): number {
  return Math.round(performance.now() - startedAt)
}

function withoutQuery(url: string): string {
  return url.split('?', 1)[0] ?? ''
}
