import { describe, expect, it } from 'vitest'
import { createSha256 } from './sha256.ts'

const randomBytes = (length: number) => {
  const bytes = new Uint8Array(length)
  for (let at = 0; at < length; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536))
  return bytes
}

async function expected(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

describe('SHA-256', () => {
  it('equals that of WebCrypto for every length around the blocks', async () => {
    for (let length = 0; length <= 200; length += 1) {
      const bytes = randomBytes(length)
      const hash = createSha256()
      hash.update(bytes)
      expect(hash.digest()).toBe(await expected(bytes))
    }
  })

  it('does not depend on how the content is divided', async () => {
    const bytes = randomBytes(1_000_003)
    const hash = createSha256()
    for (let at = 0; at < bytes.length; ) {
      const some = 1 + ((at * 7919) % 5000)
      hash.update(bytes.subarray(at, at + some))
      at += some
    }
    expect(hash.digest()).toBe(await expected(bytes))
  })
})
