/** `@inlet/sdk/node`: functions that need Node's file system. */
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { InvalidInputError } from './errors.ts'
import { type FileSource, streamOf } from './upload/source.ts'

/** Large enough for little stream overhead, small enough to hold a few in memory. */
const pieceBytes = 1024 * 1024

/** A file on disk that is read as it is sent, so that memory use does not depend on its size. */
export async function fileFromPath(path: string, name: string = basename(path)): Promise<FileSource> {
  const found = await stat(path).catch((cause: unknown) => {
    throw new InvalidInputError(`${path} cannot be read. Check the path and its permissions.`, {
      code: 'invalid_file',
      cause,
    })
  })
  if (!found.isFile()) throw new InvalidInputError(`${path} is not a file.`, { code: 'invalid_file' })
  const read = (start: number, end: number) => streamOf(piecesOf(path, start, end))
  return { name, size: found.size, stream: () => read(0, Number.POSITIVE_INFINITY), slice: read }
}

async function* piecesOf(
  path: string,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  const file = await open(path)
  try {
    for (let at = start; at < end; ) {
      const length = Math.min(pieceBytes, end - at)
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, at)
      if (bytesRead === 0) return
      at += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}
