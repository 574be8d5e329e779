/** Splits a stream into lines without holding more than one of them. */
import { limits } from './bundle.policy.ts'
import { bundleFault } from './bundle-fault.ts'

/** `path` is named if a line is too long. */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  path: string,
  maxBytes: number = limits.lineBytes,
): AsyncGenerator<string> {
  let parts: Uint8Array[] = []
  let length = 0
  const take = () => {
    const line = Buffer.concat(parts).toString()
    parts = []
    length = 0
    return line
  }
  for await (const chunk of chunks) {
    let from = 0
    for (;;) {
      const end = chunk.indexOf(0x0a, from)
      const part = chunk.subarray(from, end < 0 ? undefined : end)
      length += part.length
      if (length > maxBytes) throw bundleFault('too_large', `A line of ${path}`)
      parts.push(part)
      if (end < 0) break
      from = end + 1
      yield take()
    }
  }
  if (length > 0) yield take()
}
