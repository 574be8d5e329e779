/**
 * Texts of a bundle on the local disk, in one file: the store must not be called in the transaction that restores them.
 * Each can be read on its own, in any order.
 */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

export interface TextSpool {
  add(number: number, content: AsyncIterable<Uint8Array>): Promise<void>
  /** Throws when there is no such text. */
  read(number: number): AsyncGenerator<Uint8Array>
  close(): Promise<void>
}

export async function createTextSpool(dir: string): Promise<TextSpool> {
  const path = join(dir, 'texts')
  const file = await open(path, 'w')
  const places = new Map<number, { start: number; end: number }>()
  let at = 0
  return {
    async add(number, content) {
      const start = at
      const packed = Readable.from(content, { objectMode: false }).compose(
        createGzip({ level: 1 }),
      ) as AsyncIterable<Uint8Array>
      for await (const chunk of packed) {
        await file.write(chunk, 0, chunk.length, at)
        at += chunk.length
      }
      places.set(number, { start, end: at - 1 })
    },
    async *read(number) {
      const place = places.get(number)
      if (!place) throw new Error('A text of the bundle was not read.')
      const content = createGunzip()
      // Its failure ends the loop as well.
      pipeline(createReadStream(path, place), content).catch(() => {})
      for await (const chunk of content) yield chunk as Buffer
    },
    close: () => file.close(),
  }
}
