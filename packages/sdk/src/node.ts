/** What needs Node's file system: `@inlet/sdk/node`. */
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { InvalidInputError } from './errors.ts'
import { type FileSource, streamOf } from './upload/source.ts'

/** Large enough that the way through the streams costs little, small enough that a few in memory do not matter. */
const pieceBytes = 1024 * 1024

/** A file on disk, read as it is sent: its size does not matter for the memory. */
export async function fileFromPath(path: string, name: string = basename(path)): Promise<FileSource> {
  const found = await stat(path).catch((cause: unknown) => {
    throw new InvalidInputError(`${path} cannot be read. Check the path and the rights.`, {
      code: 'invalid_file',
      cause,
    })
  })
  if (!found.isFile()) throw new InvalidInputError(`${path} is not a file.`, { code: 'invalid_file' })
  return { name, size: found.size, stream: () => streamOf(piecesOf(path)) }
}

async function* piecesOf(path: string): AsyncGenerator<Uint8Array, void, undefined> {
  const file = await open(path)
  try {
    for (let at = 0; ; ) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(pieceBytes), 0, pieceBytes, at)
      if (bytesRead === 0) return
      at += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}
