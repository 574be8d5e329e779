/** Limits the bytes per second of all uploads that share a throttle. Not in browsers, which send a file by themselves. */
import { InvalidInputError } from '../errors.ts'
import { sleep } from '../http/wait.ts'
import { type Content, chunksOf, streamOf } from './source.ts'

export interface Throttle {
  /** Resolves when the bytes may be sent. */
  take(bytes: number): Promise<void>
  /** Chunks of at most this size keep the rate even and the connection alive. */
  readonly chunkBytes: number
}

const chunkSeconds = 0.25
const leastChunkBytes = 1024

export function createThrottle(bytesPerSecond: number, now = () => performance.now()): Throttle {
  if (!(bytesPerSecond >= leastChunkBytes))
    throw new InvalidInputError('The limit must be at least 1,024 bytes per second.', {
      code: 'invalid_options',
    })
  let freeAt = 0
  return {
    chunkBytes: Math.max(leastChunkBytes, Math.floor(bytesPerSecond * chunkSeconds)),
    async take(bytes) {
      const at = now()
      const startsAt = Math.max(at, freeAt)
      freeAt = startsAt + (bytes * 1000) / bytesPerSecond
      if (startsAt > at) await sleep(startsAt - at)
    },
  }
}

/** Returns the given content if there is no throttle. */
export function throttled<T extends Content>(content: T, throttle: Throttle | undefined): T {
  if (!throttle) return content
  return { ...content, stream: () => streamOf(slowChunks(content.stream(), throttle)) }
}

async function* slowChunks(
  stream: ReadableStream<Uint8Array>,
  throttle: Throttle,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of chunksOf(stream))
    for (let at = 0; at < chunk.length; at += throttle.chunkBytes) {
      const part = chunk.subarray(at, at + throttle.chunkBytes)
      await throttle.take(part.length)
      yield part
    }
}
