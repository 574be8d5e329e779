import type { InletEvent } from '../events/inlet-event.ts'
import { importSecret, signatureVersion, signedContent, toBase64 } from './signature.ts'

export interface SignedWebhook {
  headers: Record<'content-type' | 'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>
  body: string
}

/** The request that a webhook would send for an event, for example to test a receiver. */
export async function signWebhook(
  secret: string,
  event: InletEvent,
  { now = Date.now() }: { now?: number } = {},
): Promise<SignedWebhook> {
  const body = JSON.stringify(event)
  const timestamp = String(Math.floor(now / 1000))
  const content = signedContent(event.id, timestamp, new TextEncoder().encode(body))
  const signature = await crypto.subtle.sign('HMAC', await importSecret(secret), content)
  return {
    headers: {
      'content-type': 'application/json',
      'webhook-id': event.id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `${signatureVersion},${toBase64(signature)}`,
    },
    body,
  }
}
