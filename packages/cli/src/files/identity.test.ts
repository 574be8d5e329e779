import { open, rename, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeFolder } from '../../test/folder.ts'
import { contentHash, identify, isSame } from './identity.ts'

const MiB = 1024 * 1024

async function makeLarge(path: string, bytes: number): Promise<void> {
  const file = await open(path, 'w')
  await file.truncate(bytes)
  await file.close()
}

async function changeByte(path: string, at: number): Promise<void> {
  const file = await open(path, 'r+')
  await file.write(Buffer.from('x'), 0, 1, at)
  await file.close()
}

describe('the identity of a file', () => {
  it('consists of its size and its modification time in nanoseconds', async () => {
    const folder = await makeFolder({ 'a.txt': 'one' })
    const path = join(folder, 'a.txt')
    const before = await identify(path)
    expect(before).toMatchObject({ bytes: 3, mtime: expect.stringMatching(/^\d{19}$/) })
    await utimes(path, 1, 1)
    const after = await identify(path)
    expect(before && after && isSame(before, after)).toBe(false)
    expect(await identify(folder)).toBeUndefined()
    expect(await identify(join(folder, 'nothing'))).toBeUndefined()
  })
})

describe('the content hash', () => {
  it('stays the same after renaming and touching, and changes with every byte', async () => {
    const folder = await makeFolder({ 'a.txt': 'content' })
    const print = await contentHash(join(folder, 'a.txt'), 7)
    await rename(join(folder, 'a.txt'), join(folder, 'b.txt'))
    await utimes(join(folder, 'b.txt'), 1, 1)
    expect(await contentHash(join(folder, 'b.txt'), 7)).toBe(print)
    await writeFile(join(folder, 'b.txt'), 'contenT')
    expect(await contentHash(join(folder, 'b.txt'), 7)).not.toBe(print)
  })

  it('covers the first and the last byte of a large file without reading all of it', async () => {
    const folder = await makeFolder()
    const path = join(folder, 'large.mp4')
    const bytes = 3000 * MiB
    await makeLarge(path, bytes)
    const startedAt = performance.now()
    const print = await contentHash(path, bytes)
    expect(performance.now() - startedAt).toBeLessThan(2000)
    expect(print).toMatch(/^sampled:/)
    await changeByte(path, 0)
    const first = await contentHash(path, bytes)
    await changeByte(path, bytes - 1)
    const last = await contentHash(path, bytes)
    expect(new Set([print, first, last]).size).toBe(3)
  })

  it('covers every byte up to 64 MiB', async () => {
    const folder = await makeFolder()
    const path = join(folder, 'b.pdf')
    await makeLarge(path, 64 * MiB)
    const print = await contentHash(path, 64 * MiB)
    await changeByte(path, 40 * MiB + 12_345)
    expect(await contentHash(path, 64 * MiB)).not.toBe(print)
  })
})
