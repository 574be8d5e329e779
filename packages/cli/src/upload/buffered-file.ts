/**
 * A file source for the SDK that reads into a few reused buffers: with a new buffer per chunk, garbage collection alone
 * would cost more than curl needs for the whole upload. A chunk is valid only until `heldPieces` more have been read, so
 * only `sendStream`, which respects that, may send such a file.
 */
import { open, stat } from 'node:fs/promises'
import type { FileSource } from '@inlet/sdk'

const pieceBytes = 1024 * 1024
/** How many chunks a sender may hold while it reads the next one. */
export const heldPieces = 2

export async function bufferedFile(path: string, name: string): Promise<FileSource> {
  const { size } = await stat(path)
  const read = (start: number, end: number) => readInto(path, start, end)
  return { name, size, stream: () => read(0, Number.POSITIVE_INFINITY), slice: read }
}

function readInto(path: string, start: number, end: number): ReadableStream<Uint8Array> {
  const pieces = piecesOf(path, start, end)
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await pieces.next()
        if (next.done) controller.close()
        else controller.enqueue(next.value)
      },
      async cancel() {
        await pieces.return()
      },
    },
    // No read-ahead: it would overwrite a chunk that is still being sent.
    { highWaterMark: 0 },
  )
}

async function* piecesOf(
  path: string,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  const buffers = Array.from({ length: heldPieces + 1 }, () => Buffer.allocUnsafeSlow(pieceBytes))
  const file = await open(path)
  try {
    for (let at = start, turn = 0; at < end; turn = (turn + 1) % buffers.length) {
      const buffer = buffers[turn] as Buffer
      const { bytesRead } = await file.read(buffer, 0, Math.min(pieceBytes, end - at), at)
      if (bytesRead === 0) return
      at += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}
