import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createTextSpool } from './text-spool.ts'

async function* one(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

it('returns texts in any order, and passes on the failure of a source', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'inlet-spool-'))
  const spool = await createTextSpool(dir)
  try {
    await spool.add(1, one('first 🦓'))
    await spool.add(7, one(''))
    await spool.add(3, one('x'.repeat(300_000)))
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('x')
      throw new Error('no store')
    }
    await expect(spool.add(4, failing())).rejects.toThrow('no store')
    const read = async (number: number) => Buffer.concat(await Array.fromAsync(spool.read(number))).toString()
    expect(await read(3)).toBe('x'.repeat(300_000))
    expect(await read(1)).toBe('first 🦓')
    expect(await read(7)).toBe('')
    await expect(read(4)).rejects.toThrow('not read')
  } finally {
    await spool.close()
    await rm(dir, { recursive: true })
  }
})
