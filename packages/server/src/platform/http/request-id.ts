import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Keeps the id of a proxy or caller if it is safe to log, so that one id appears in all their logs. */
export function requestId(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && /^[A-Za-z0-9_-]{8,64}$/.test(given) ? given : `req_${randomUUID()}`
}
