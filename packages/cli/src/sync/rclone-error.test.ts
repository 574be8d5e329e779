import { describe, expect, it } from 'vitest'
import { explainRclone, RcloneError } from './rclone-error.ts'
import { parseSource } from './source.ts'

const at = '2026/11/17 23:50:27 '
const archive = parseSource('archive:inbox')

/** As rclone 1.60 prints them. */
const cases: [stderr: string, code: string, text: string][] = [
  [
    `${at}Failed to create file system for "archive:inbox": didn't find section in config file`,
    'remote_unknown',
    'rclone has no remote named "archive"',
  ],
  [
    `${at}Failed to create file system for "archive:inbox": NewFs: couldn't connect SSH: ssh: handshake failed: knownhosts: key mismatch`,
    'host_key_changed',
    'Ask its operator for the fingerprint',
  ],
  [
    `${at}Failed to create file system for "archive:inbox": NewFs: couldn't connect SSH: ssh: handshake failed: knownhosts: key is unknown`,
    'host_key_unknown',
    'ssh-keyscan',
  ],
  [
    `${at}Failed to create file system for "archive:inbox": NewFs: couldn't connect SSH: ssh: handshake failed: ssh: unable to authenticate, attempted methods [none publickey], no supported methods remain`,
    'source_denied',
    '"rclone config reconnect archive:"',
  ],
  [
    `${at}ERROR : : error listing: couldn't list files: Unauthorized: 401 Unauthorized\n${at}Failed to lsjson with 2 errors: last error was: error in ListJSON: couldn't list files: 401 Unauthorized`,
    'source_denied',
    'did not accept the credentials',
  ],
  [
    `${at}ERROR : : error listing: directory not found\n${at}Failed to lsjson with 2 errors: last error was: error in ListJSON: directory not found`,
    'source_not_found',
    'archive:inbox does not exist',
  ],
  [
    `${at}Failed to create file system for "archive:inbox": read metadata failed: Propfind "http://127.0.0.1:1/inbox": dial tcp 127.0.0.1:1: connect: connection refused`,
    'source_unreachable',
    '(read metadata failed: Propfind "http://127.0.0.1:1/inbox": dial tcp 127.0.0.1:1: connect: connection refused)',
  ],
  [
    `${at}ERROR : consent-certificate.pdf: Failed to open: Get "https://127.0.0.1:1/inbox": read: connection reset by peer`,
    'source_unreachable',
    'archive:inbox cannot be reached',
  ],
  [
    `${at}Failed to create file system for "archive:inbox": tls: failed to verify certificate: x509: certificate signed by unknown authority`,
    'source_certificate',
    'RCLONE_CA_CERT',
  ],
  [
    `${at}Failed to lsjson: something new`,
    'source_failed',
    'rclone could not read archive:inbox: something new.',
  ],
]

describe('a failure of rclone', () => {
  it.each(cases)('%s', (stderr, code, text) => {
    const error = explainRclone(archive, { stderr, exitCode: 1 })
    expect(error).toBeInstanceOf(RcloneError)
    expect(error.code).toBe(code)
    expect(error.message).toContain(text)
    expect(error.isTransient).toBe(code === 'source_unreachable')
  })

  it('does not repeat the passwords of a connection string', () => {
    const source = parseSource(':sftp,host=example.org,pass=s3cret:inbox')
    const stderr = `${at}Failed to create file system for "${source.spec}": strange`
    expect(explainRclone(source, { stderr, exitCode: 1 }).message).toBe(
      'rclone could not read :sftp:inbox: strange.',
    )
  })

  it('is transient if rclone was killed', () => {
    const error = explainRclone(archive, { stderr: '', exitCode: undefined })
    expect([error.isTransient, error.message]).toEqual([
      true,
      'rclone could not read archive:inbox: it was ended by a signal.',
    ])
  })
})
