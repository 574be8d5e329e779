import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** A proxy's or caller's own id is kept when it is harmless, so that one id runs through all their logs. */
export function requestId(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && /^[A-Za-z0-9_-]{8,64}$/.test(given) ? given : `req_${randomUUID()}`
}
