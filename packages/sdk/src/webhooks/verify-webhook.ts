/** Verifies a received webhook with WebCrypto, so that it runs in Node, browsers and edge runtimes. */
import { type WebhookCheck, WebhookVerificationError } from '../errors.ts'
import type { InletEvent } from '../events/inlet-event.ts'
import { fromBase64, importSecret, signatureVersion, signedContent } from './signature.ts'

/** `Headers` of a `Request`, or the headers of a Node request. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

export interface VerifyOptions {
  /** How far the time of the request may differ from the clock, 300 by default. */
  toleranceSeconds?: number | undefined
  /** The current time in milliseconds. */
  now?: number | undefined
}

/**
 * Resolves with the event if the request was signed with the secret, or with one of several. Pass the body exactly as it
 * was received, before any parsing. Rejects with a WebhookVerificationError, whose `code` is the check that failed.
 */
export async function verifyWebhook(
  secrets: string | readonly string[],
  headers: WebhookHeaders,
  body: string | Uint8Array | ArrayBuffer,
  { toleranceSeconds = 300, now = Date.now() }: VerifyOptions = {},
): Promise<InletEvent> {
  const id = readHeader(headers, 'webhook-id')
  const timestamp = readHeader(headers, 'webhook-timestamp')
  const signatures = readHeader(headers, 'webhook-signature')
  checkTime(timestamp, { toleranceSeconds, now })
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body)
  const content = signedContent(id, timestamp, bytes)
  if (!(await isSigned([secrets].flat(), signatures, content)))
    throw failure(
      'signature_mismatch',
      'No signature matches. Check the secret, and that the body is passed exactly as it was received.',
    )
  return readEvent(bytes)
}

function readHeader(headers: WebhookHeaders, name: string): string {
  const value = isHeaders(headers) ? headers.get(name) : findHeader(headers, name)
  if (typeof value === 'string' && value !== '') return value
  throw failure('missing_header', `The header ${name} is missing, so this is not a webhook of Inlet.`)
}

/** By shape, because other implementations of fetch have their own class. */
function isHeaders(headers: WebhookHeaders): headers is Headers {
  return typeof headers.get === 'function'
}

function findHeader(headers: Exclude<WebhookHeaders, Headers>, name: string): string | undefined {
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return typeof found === 'string' ? found : found?.[0]
}

function checkTime(
  timestamp: string,
  { toleranceSeconds, now }: { toleranceSeconds: number; now: number },
): void {
  if (!/^\d{1,12}$/.test(timestamp))
    throw failure('invalid_timestamp', 'The header webhook-timestamp is not a time in seconds.')
  const ageSeconds = now / 1000 - Number(timestamp)
  const limit = `more than ${toleranceSeconds} s`
  if (ageSeconds > toleranceSeconds)
    throw failure(
      'timestamp_too_old',
      `The request was sent ${limit} ago, so it may be a replay. Check the clock of this machine.`,
    )
  if (ageSeconds < -toleranceSeconds)
    throw failure(
      'timestamp_too_new',
      `The time of the request is ${limit} in the future. Check the clock of this machine.`,
    )
}

/** `crypto.subtle.verify` compares in constant time. */
async function isSigned(
  secrets: readonly string[],
  signatures: string,
  content: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const keys = await Promise.all(secrets.map(importSecret))
  for (const signature of signatures.split(' ')) {
    const [version, text = ''] = signature.split(',')
    const bytes = version === signatureVersion ? fromBase64(text) : undefined
    if (!bytes) continue
    for (const key of keys) if (await crypto.subtle.verify('HMAC', key, bytes, content)) return true
  }
  return false
}

function readEvent(bytes: Uint8Array): InletEvent {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    if (isEvent(value)) return value
  } catch {
    // Reported below.
  }
  throw failure('invalid_body', 'The body is signed but is not an event of Inlet.')
}

function isEvent(value: unknown): value is InletEvent {
  if (typeof value !== 'object' || value === null) return false
  const { id, type, data } = value as Partial<Record<string, unknown>>
  return typeof id === 'string' && typeof type === 'string' && typeof data === 'object' && data !== null
}

function failure(code: WebhookCheck, message: string): WebhookVerificationError {
  return new WebhookVerificationError(message, { code })
}
