/** A list on the local disk, one JSON value per line, that is written once and then read as often as needed. */
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { finished } from 'node:stream/promises'

export interface LineFile<T> {
  add(value: T): Promise<void>
  /** Must be called before the file is read. */
  finish(): Promise<void>
  read(): AsyncGenerator<T>
  destroy(): void
}

/** `readline` also ends lines at U+2028 and U+2029, which JSON leaves as they are. */
const toLine = (value: unknown): string =>
  `${JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}\n`

export function createLineFile<T>(path: string, signal: AbortSignal): LineFile<T> {
  const output = createWriteStream(path)
  const failed = Promise.withResolvers<never>()
  // Awaited wherever something is written.
  failed.promise.catch(() => {})
  output.on('error', failed.reject)
  return {
    async add(value) {
      signal.throwIfAborted()
      if (!output.write(toLine(value)))
        await Promise.race([once(output, 'drain', { signal }), failed.promise])
    },
    async finish() {
      output.end()
      await Promise.race([finished(output), failed.promise])
    },
    async *read() {
      for await (const line of createInterface({ input: createReadStream(path) })) yield JSON.parse(line) as T
    },
    destroy() {
      output.destroy()
    },
  }
}
