import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { checkSecret } from './check-secret.ts'

describe('the secret check', () => {
  it.each([
    'a'.repeat(64),
    'correct horse battery staple correct horse',
    'abababababababababababababababababab',
    'my-company-production-secret-2026-11-15',
    '0123456789abcdef0123456789abcdef',
  ])('rejects %s', (secret) => {
    expect(checkSecret(secret)).toMatchObject({ state: 'failed', fix: expect.stringContaining('openssl') })
    expect(JSON.stringify(checkSecret(secret))).not.toContain(secret)
  })

  it('accepts random bytes', () => {
    for (let i = 0; i < 50; i += 1) {
      expect(checkSecret(randomBytes(48).toString('base64url')).state).toBe('ok')
    }
  })
})
