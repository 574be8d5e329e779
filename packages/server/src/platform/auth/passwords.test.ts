import { describe, expect, it } from 'vitest'
import { createPasswords } from './passwords.ts'

const passwords = createPasswords()

describe('passwords', () => {
  it('accepts the right password and nothing else', async () => {
    const stored = await passwords.hash('correct horse battery')
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(await passwords.isPassword('correct horse battery', stored)).toBe(true)
    expect(await passwords.isPassword('correct horse battery ', stored)).toBe(false)
    expect(await passwords.isPassword('', stored)).toBe(false)
  })

  it('salts each hash, so the same password hashes differently', async () => {
    expect(await passwords.hash('correct horse battery')).not.toBe(
      await passwords.hash('correct horse battery'),
    )
  })

  it('verifies a hash made by another program', async () => {
    // From the reference implementation: argon2 with salt "somesalt", -id -t 2 -m 16 -p 1 -l 32.
    const stored = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
    expect(await passwords.isPassword('password', stored)).toBe(true)
    expect(await passwords.isPassword('passwort', stored)).toBe(false)
  })

  it('accepts the same accent in composed and decomposed form', async () => {
    const stored = await passwords.hash('caf\u00e9 au lait, encore')
    expect(await passwords.isPassword('cafe\u0301 au lait, encore', stored)).toBe(true)
  })

  it('rejects every password for a user who has none', async () => {
    expect(await passwords.isPassword('anything at all', undefined)).toBe(false)
  })

  it('verifies many concurrent passwords', async () => {
    const stored = await passwords.hash('correct horse battery')
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        passwords.isPassword(i % 2 ? 'correct horse battery' : 'x', stored),
      ),
    )
    expect(answers).toEqual([false, true, false, true, false, true, false, true])
  })
})
