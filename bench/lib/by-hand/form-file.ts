import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'

export interface FormUnderTest {
  file: Promise<Readable>
  /** False when `hasRoom` should be awaited before more is written. */
  write: (chunk: Buffer) => boolean
  hasRoom: () => Promise<unknown>
}

/** The file of a form whose fields were read before: everything up to the next boundary. For comparison only. */
export function fileByHand(boundary: string): FormUnderTest {
  const needle = Buffer.from(`\r\n--${boundary}`)
  const file = new Readable({ highWaterMark: 64 * 1024, read() {} })
  let carried: Buffer = Buffer.alloc(0)
  let isEnded = false
  return {
    file: Promise.resolve(file),
    hasRoom: () => nextTurn(),
    write(chunk) {
      if (isEnded) return true
      const start = Math.min(chunk.length, needle.length - 1)
      const seam = Buffer.concat([carried, chunk.subarray(0, start)])
      const inSeam = seam.indexOf(needle)
      const found = inSeam >= 0 ? inSeam - carried.length : chunk.indexOf(needle)
      if (found >= 0) {
        isEnded = true
        file.push(Buffer.concat([carried, chunk]).subarray(0, carried.length + found))
        return file.push(null)
      }
      const kept = chunk.length - start
      if (carried.length > 0) file.push(carried)
      carried = Buffer.from(chunk.subarray(kept))
      return file.push(chunk.subarray(0, kept))
    },
  }
}
