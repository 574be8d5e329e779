import { describe, expect, it } from 'vitest'
import { createSecretBox } from '../../platform/auth/secrets.ts'
import { readReturnPath, readVisit, sealVisit } from './pending-visit.ts'

describe('the return path', () => {
  it.each(['/', '/projects/7?t=1#x', '/imports'])('keeps %s', (path) => {
    expect(readReturnPath(path)).toBe(path)
  })

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/a\\..\\..\\evil',
    'javascript:alert(1)',
    '/\tx',
    '/\r\nset-cookie: a=b',
    '',
    undefined,
    ['/a'],
    `/${'x'.repeat(2000)}`,
  ])('is the start page instead of %s', (path) => {
    expect(readReturnPath(path)).toBe('/')
  })
})

describe('a pending sign-in', () => {
  const secrets = createSecretBox('a-secret-for-tests-only-0123456789abcdef')
  const visit = { pending: { state: 's', nonce: 'n', verifier: 'v' }, to: '/projects', endsAtMs: 1_000 }

  it('is restored unchanged before it expires', () => {
    const sealed = sealVisit(secrets, visit)
    expect(sealed).toMatch(/^[\w-]+$/)
    expect(readVisit(secrets, sealed, 999)).toEqual(visit)
    expect(readVisit(secrets, sealed, 1_000)).toBeUndefined()
  })

  it('is rejected when modified, truncated or encrypted by another deployment', () => {
    const sealed = sealVisit(secrets, visit)
    const other = createSecretBox('another-secret-for-tests-0123456789abcdef')
    expect(readVisit(secrets, `${sealed.startsWith('A') ? 'B' : 'A'}${sealed.slice(1)}`, 0)).toBeUndefined()
    expect(readVisit(secrets, sealed.slice(0, 24), 0)).toBeUndefined()
    expect(readVisit(secrets, sealVisit(other, visit), 0)).toBeUndefined()
    expect(readVisit(secrets, undefined, 0)).toBeUndefined()
  })
})
