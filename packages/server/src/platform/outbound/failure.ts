/** Why a request has no response, in words for the person who entered the URL: no addresses, no names of other hosts. */
import type { Refusal } from './destination.ts'

export type FailureReason =
  | Refusal['reason']
  | 'no_address'
  | 'timeout'
  | 'connection_failed'
  | 'tls_failed'
  | 'invalid_response'
  | 'too_many_redirects'

export class OutboundFailure extends Error {
  readonly reason: FailureReason

  constructor(reason: FailureReason, message: string) {
    super(message)
    this.name = 'OutboundFailure'
    this.reason = reason
  }
}

const byCode: Record<string, [FailureReason, string]> = {
  ECONNREFUSED: ['connection_failed', 'The connection was refused.'],
  EHOSTUNREACH: ['connection_failed', 'The host cannot be reached.'],
  ENETUNREACH: ['connection_failed', 'The host cannot be reached.'],
  ECONNRESET: ['connection_failed', 'The connection was closed before the response was complete.'],
  EPIPE: ['connection_failed', 'The connection was closed before the response was complete.'],
  UND_ERR_SOCKET: ['connection_failed', 'The connection was closed before the response was complete.'],
  ETIMEDOUT: ['timeout', 'The connection was not established in time.'],
  UND_ERR_CONNECT_TIMEOUT: ['timeout', 'The connection was not established in time.'],
  UND_ERR_HEADERS_TIMEOUT: ['timeout', 'The server did not answer in time.'],
  UND_ERR_BODY_TIMEOUT: ['timeout', 'The server stopped sending.'],
  UND_ERR_HEADERS_OVERFLOW: ['invalid_response', 'The response headers are too large.'],
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: ['invalid_response', 'The response is not valid HTTP.'],
  ERR_TLS_CERT_ALTNAME_INVALID: ['tls_failed', 'The certificate is for another host name.'],
  CERT_HAS_EXPIRED: ['tls_failed', 'The certificate has expired.'],
  CERT_NOT_YET_VALID: ['tls_failed', 'The certificate is not valid yet.'],
  EPROTO: ['tls_failed', 'The TLS handshake failed.'],
}

const byPrefix: [RegExp, FailureReason, string][] = [
  [/^HTTPParserError$/, 'invalid_response', 'The response is not valid HTTP.'],
  [/^ERR_(SSL|TLS)_/, 'tls_failed', 'The TLS handshake failed.'],
  [/CERT|UNABLE_TO|SELF_SIGNED|CRL|HOSTNAME_MISMATCH/, 'tls_failed', 'The certificate is not trusted.'],
]

export function toFailure(error: unknown): OutboundFailure {
  if (error instanceof OutboundFailure) return error
  const code = codeOf(error)
  const known = byCode[code]
  if (known) return new OutboundFailure(...known)
  const [, reason, message] = byPrefix.find(([pattern]) => pattern.test(code)) ?? []
  if (reason !== undefined && message !== undefined) return new OutboundFailure(reason, message)
  return new OutboundFailure('connection_failed', 'The connection failed.')
}

/** A header or method that cannot be sent is a mistake of the caller, not of the network. */
export const isInvalidRequest = (error: unknown) =>
  ['UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED'].includes(codeOf(error))

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  // Errors of undici's parser have only a name.
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
