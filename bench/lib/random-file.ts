import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A file of the given size with incompressible content. */
export async function makeRandomFile(path: string, fileBytes: number): Promise<void> {
  const block = Buffer.from(crypto.getRandomValues(new Uint8Array(65_536)))
  function* blocks() {
    for (let sent = 0; sent < fileBytes; sent += block.length) yield block.subarray(0, fileBytes - sent)
  }
  await pipeline(Readable.from(blocks()), createWriteStream(path))
}
