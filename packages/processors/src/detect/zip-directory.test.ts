import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeZip } from '../../test/fixtures/zip.ts'
import { readZipDirectory, ZipError } from './zip-directory.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inlet-zip-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function read(content: Buffer) {
  const path = join(folder, 'a.zip')
  await writeFile(path, content)
  await using file = await open(path)
  return await readZipDirectory(file)
}

const parts = [
  { name: '[Content_Types].xml', content: '<Types/>' },
  { name: 'word\\document.xml', content: 'x'.repeat(5000) },
  { name: 'locked.bin', content: 'y', isEncrypted: true },
]

describe('readZipDirectory', () => {
  it('lists names, sizes and encryption', async () => {
    const entries = await read(writeZip(parts))
    expect(entries.map((entry) => entry.name)).toEqual([
      '[Content_Types].xml',
      'word/document.xml',
      'locked.bin',
    ])
    expect(entries.map((entry) => entry.unpackedBytes)).toEqual([8, 5000, 1])
    expect(entries.map((entry) => entry.isEncrypted)).toEqual([false, false, true])
  })

  it('finds the directory before a comment', async () => {
    expect(
      await read(Buffer.concat([writeZip(parts), Buffer.from('a comment that the length does not name')])),
    ).toHaveLength(3)
  })

  it.each([
    ['empty', Buffer.alloc(0)],
    ['no zip', Buffer.from('PK but no more than that')],
    ['cut off', writeZip(parts).subarray(0, 100)],
    ['without its beginning', writeZip(parts).subarray(200)],
  ])('throws ZipError for a file that is %s', async (_what, content) => {
    await expect(read(content)).rejects.toThrow(ZipError)
  })

  it('terminates on any damaged file', async () => {
    const good = writeZip(parts)
    const change = fc.record({ at: fc.nat(good.length - 1), byte: fc.nat(255) })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
        const damaged = Buffer.from(good)
        for (const { at, byte } of changes) damaged[at] = byte
        await read(damaged).catch((error: unknown) => expect(error).toBeInstanceOf(ZipError))
      }),
      { numRuns: 300 },
    )
  })
})
