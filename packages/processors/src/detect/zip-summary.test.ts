import { describe, expect, it } from 'vitest'
import type { ZipEntry } from './zip-directory.ts'
import { summarizeZip } from './zip-summary.ts'

const mebibyte = 1024 ** 2
const entry = (more: Partial<ZipEntry>): ZipEntry => ({
  name: 'word/document.xml',
  packedBytes: 1000,
  unpackedBytes: 5000,
  isEncrypted: false,
  ...more,
})
const isTooLarge = (...entries: ZipEntry[]) => summarizeZip(entries).isTooLarge

describe('summarizing a package', () => {
  it('allows ordinary parts', () => {
    expect(isTooLarge(entry({}), entry({ unpackedBytes: 30 * mebibyte, packedBytes: 2 * mebibyte }))).toBe(
      false,
    )
  })

  it('allows a small part with an extreme compression ratio', () => {
    expect(isTooLarge(entry({ unpackedBytes: 5 * mebibyte, packedBytes: 6000 }))).toBe(false)
  })

  it('allows a large video', () => {
    const video = { name: 'ppt/media/a.mp4', unpackedBytes: 900 * mebibyte, packedBytes: 890 * mebibyte }
    expect(isTooLarge(entry(video))).toBe(false)
  })

  it.each([
    [
      'a part with a compression ratio of 300',
      [entry({ unpackedBytes: 30 * mebibyte, packedBytes: 100_000 })],
    ],
    ['markup of 300 MB', [entry({ unpackedBytes: 300 * mebibyte, packedBytes: 30 * mebibyte })]],
    ['3 GB in total', [entry({ name: 'a', unpackedBytes: 3000 * mebibyte, packedBytes: 3000 * mebibyte })]],
    [
      'many parts that together are a decompression bomb',
      Array.from({ length: 9 }, () => entry({ unpackedBytes: 9 * mebibyte, packedBytes: 9000 })),
    ],
    ['too many parts', Array.from({ length: 10_001 }, () => entry({}))],
  ])('rejects %s', (_what, entries) => {
    expect(isTooLarge(...entries)).toBe(true)
  })

  it('lists the names at the top level', () => {
    const names = ['[Content_Types].xml', 'word/document.xml', '/word/styles.xml', '_rels/.rels']
    expect(summarizeZip(names.map((name) => entry({ name }))).topNames).toEqual([
      '[Content_Types].xml',
      'word/',
      '_rels/',
    ])
  })
})
