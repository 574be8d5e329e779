/** Explains a failed connection, and whether the service may have received the request. */
import { ConnectionError } from '../errors.ts'

/** Failures before the first byte was sent. */
const neverSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Certificate errors: nothing was sent, and a retry does not help. */
const certificate = /CERT|SIGNATURE|ERR_TLS|ERR_SSL|EPROTO/

export function connectionError(cause: unknown, url: string): ConnectionError {
  const code = codeOf(cause)
  const { host } = new URL(url)
  if (code !== undefined && certificate.test(code)) {
    const message = `The certificate of ${host} was not accepted (${code}). Check the address and the certificate authorities that this program trusts.`
    return new ConnectionError(message, { code: 'certificate_refused', cause, mayHaveArrived: false })
  }
  const reason = code === undefined ? '' : ` (${code})`
  const message = `${host} could not be reached or closed the connection${reason}. Check the address and the network, then try again.`
  return new ConnectionError(message, {
    code: 'connection_failed',
    cause,
    mayHaveArrived: code === undefined || !neverSent.has(code),
  })
}

/** `fetch` reports the actual reason in `cause`. */
export function codeOf(error: unknown): string | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if ('code' in at && typeof at.code === 'string') return at.code
    // One attempt per address of the host.
    if (at instanceof AggregateError) return codeOf(at.errors[0])
  }
  return undefined
}
