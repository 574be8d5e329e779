/** Signatures of Standard Webhooks: HMAC-SHA256 over the id, the time and the body. */
import { WebhookVerificationError } from '../errors.ts'

const prefix = 'whsec_'
export const signatureVersion = 'v1'

/** What is signed. The body is taken byte for byte. */
export function signedContent(id: string, timestamp: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`${id}.${timestamp}.`)
  const content = new Uint8Array(head.length + body.length)
  content.set(head)
  content.set(body, head.length)
  return content
}

/** Of a secret with or without its prefix `whsec_`. */
export async function importSecret(secret: string): Promise<CryptoKey> {
  const text = secret.startsWith(prefix) ? secret.slice(prefix.length) : secret
  const bytes = fromBase64(text)
  if (!bytes || bytes.length === 0) {
    const message = 'The secret is not valid. Pass the secret of the webhook unchanged: whsec_ and base64.'
    throw new WebhookVerificationError(message, { code: 'invalid_secret' })
  }
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
}

/** Undefined if it is not base64. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

export function toBase64(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
}
