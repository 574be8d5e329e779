/** Signs events as Standard Webhooks defines it. With the HMAC of Node, see docs/adr/0079. */
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import type { Event } from '@inlet/contract'
import { secretPrefix } from './webhook-secret.ts'

export interface SignedEvent {
  headers: Record<string, string>
  body: string
}

export type Sign = (event: Event, now: Date) => SignedEvent

/** One signature per secret, so that receivers can verify with either during a rotation. */
export function createSign(secrets: readonly string[]): Sign {
  const keys = secrets.map((secret) => createSecretKey(secret.slice(secretPrefix.length), 'base64'))
  return (event, now) => signEvent(event, keys, now)
}

function signEvent(event: Event, keys: readonly KeyObject[], now: Date): SignedEvent {
  const body = JSON.stringify(event)
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const content = `${event.id}.${timestamp}.${body}`
  const signatures = keys.map((key) => `v1,${createHmac('sha256', key).update(content).digest('base64')}`)
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Inlet-Webhooks/1',
      'webhook-id': event.id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signatures.join(' '),
    },
  }
}
