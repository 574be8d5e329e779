import { expect, it } from 'vitest'
import { toFailure } from './failure.ts'

it.each([
  ['ECONNREFUSED', 'connection_failed'],
  ['EADDRNOTAVAIL', 'connection_failed'],
  ['UND_ERR_SOCKET', 'connection_failed'],
  ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
  ['UND_ERR_HEADERS_OVERFLOW', 'invalid_response'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls_failed'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls_failed'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls_failed'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls_failed'],
  ['EPROTO', 'tls_failed'],
])('reports %s as %s, without the address in its message', (code, reason) => {
  const failure = toFailure(Object.assign(new Error('connect 10.1.2.3:443'), { code }))
  expect(failure.reason).toBe(reason)
  expect(failure.message).not.toContain('10.1.2.3')
})

it('reports an error without a code as a failed connection', () => {
  expect(toFailure('unexpected')).toMatchObject({
    reason: 'connection_failed',
    message: 'The connection failed.',
  })
})
