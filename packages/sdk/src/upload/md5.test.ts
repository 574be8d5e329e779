import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createMd5, createPlainMd5 } from './md5.ts'

const expected = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('base64')

describe('MD5', () => {
  it.each([createMd5, createPlainMd5])('has the value of RFC 1321 (%o)', (create) => {
    const hash = create()
    hash.update(new TextEncoder().encode('message digest'))
    expect(Buffer.from(hash.digest(), 'base64').toString('hex')).toBe('f96b697d7cb7938d525a2f31aaf161d0')
  })

  it('agrees with Node for every length around the block size', () => {
    for (let length = 0; length <= 200; length += 1) {
      const bytes = randomBytes(length)
      const hash = createPlainMd5()
      hash.update(bytes)
      expect(hash.digest(), `${length} bytes`).toBe(expected(bytes))
    }
  })

  it('does not depend on how the content is divided', () => {
    const bytes = randomBytes(300_000)
    for (const step of [1, 63, 64, 65, 1000, 65_536]) {
      const hash = createPlainMd5()
      for (let at = 0; at < bytes.length; at += step) hash.update(bytes.subarray(at, at + step))
      expect(hash.digest(), `in chunks of ${step}`).toBe(expected(bytes))
    }
  })
})
