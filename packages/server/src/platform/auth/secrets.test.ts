import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSecretBox, newClientId, newClientSecret } from './secrets.ts'

const box = createSecretBox('a deployment secret of 32 chars.')
const other = createSecretBox('another deployment secret, also.')

describe('seal and open', () => {
  it('restores any sealed text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(box.open(box.seal(text))).toBe(text)
      }),
    )
  })

  it('opens what an earlier process with the same deployment secret sealed', () => {
    expect(createSecretBox('a deployment secret of 32 chars.').open(box.seal('key'))).toBe('key')
  })

  it('hides the text, with different ciphertext each time', () => {
    const [first, second] = [box.seal('private key'), box.seal('private key')]
    expect(first.equals(second)).toBe(false)
    expect(first.includes('private key')).toBe(false)
  })

  it('rejects a change of any single byte', () => {
    const sealed = box.seal('private key')
    for (let i = 0; i < sealed.length; i += 1) {
      const changed = Buffer.from(sealed)
      changed.writeUInt8(changed.readUInt8(i) ^ 1, i)
      expect(() => box.open(changed), `byte ${i}`).toThrow()
    }
  })

  it('rejects ciphertext truncated at any length', () => {
    for (const text of ['', 'private key']) {
      const sealed = box.seal(text)
      for (let length = 0; length < sealed.length; length += 1)
        expect(() => box.open(sealed.subarray(0, length)), `${length} bytes`).toThrow()
    }
  })

  it('does not open what another deployment sealed', () => {
    expect(() => other.open(box.seal('private key'))).toThrow()
  })
})

describe('client secrets', () => {
  it('verifies a client secret by its hash', () => {
    const secret = newClientSecret()
    const hash = box.hashClientSecret(secret)
    expect(box.isClientSecret(secret, hash)).toBe(true)
    expect(box.isClientSecret(newClientSecret(), hash)).toBe(false)
    expect(box.isClientSecret('', hash)).toBe(false)
  })

  it('hashes a client secret differently in another deployment', () => {
    const hash = box.hashClientSecret('secret')
    expect(other.hashClientSecret('secret').equals(hash)).toBe(false)
    expect(other.isClientSecret('secret', hash)).toBe(false)
  })

  it('generates secrets with a prefix and 256 random bits, and ids with a prefix and 96', () => {
    expect(newClientSecret()).toMatch(/^inlet_sk_[A-Za-z0-9_-]{43}$/)
    expect(newClientId()).toMatch(/^inlet_id_[0-9a-f]{24}$/)
  })

  it('never repeats a secret or an id', () => {
    for (const make of [newClientId, newClientSecret])
      expect(new Set(Array.from({ length: 1000 }, make)).size).toBe(1000)
  })
})
