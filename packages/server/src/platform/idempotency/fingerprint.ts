/** What makes two requests with one idempotency key the same request. */
import { createHash } from 'node:crypto'
import type { SecretBox } from '../auth/secrets.ts'

/** A piece of JSON text, as opposed to a value that is still to be written. */
class Text {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export interface FingerprintedRequest {
  method: string
  /** The pattern and its parameters, so that another encoding of the same path makes no difference. */
  path: string
  params: unknown
  body: unknown
}

/** A signed link is a credential, so nobody who reads the table may be able to guess it by its hash. */
const secretField = '"source_url":'

/**
 * A hash of method, path and parsed body; the order of fields and white space make no difference. SHA-256, and with a key
 * of the deployment if the body may contain a signed link.
 */
export function fingerprintOf(
  { method, path, params, body }: FingerprintedRequest,
  secrets: Pick<SecretBox, 'fingerprint'>,
): Buffer {
  const text = canonicalJson([method, path, params ?? null, body ?? null])
  if (text.includes(secretField)) return secrets.fingerprint('idempotency', text)
  return createHash('sha256').update(text).digest()
}

const comma = new Text(',')
const endOfArray = new Text(']')
const endOfObject = new Text('}')

/** Without recursion, because an unknown field of a body may be nested as deep as a megabyte allows. */
function canonicalJson(value: unknown): string {
  const written: string[] = []
  const pending: unknown[] = [value]
  while (pending.length > 0) {
    const next = pending.pop()
    if (next instanceof Text) written.push(next.text)
    else if (Array.isArray(next)) {
      written.push('[')
      pending.push(endOfArray)
      for (const item of next.toReversed()) pending.push(comma, item)
    } else if (typeof next === 'object' && next !== null) {
      written.push('{')
      pending.push(endOfObject)
      const entries = Object.entries(next).sort(([a], [b]) => (a < b ? 1 : -1))
      for (const [name, item] of entries) pending.push(comma, item, new Text(`${JSON.stringify(name)}:`))
    } else written.push(JSON.stringify(next))
  }
  return written.join('')
}
