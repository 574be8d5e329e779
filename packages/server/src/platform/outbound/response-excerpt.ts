/** Reads a bounded part of a response and turns its beginning into text. */

const maxBodyBytes = 64 * 1024
const excerptBytes = 1024

export interface BodyReader {
  /** `enough`: the rest of the body must not be read. */
  add(chunk: Uint8Array): 'continue' | 'enough'
  /** The first KiB. */
  start(): Uint8Array
}

export function createBodyReader(): BodyReader {
  const start: Uint8Array[] = []
  let read = 0
  return {
    add(chunk) {
      if (read < excerptBytes) start.push(chunk.subarray(0, excerptBytes - read))
      read += chunk.byteLength
      return read < maxBodyBytes ? 'continue' : 'enough'
    },
    start: () => Buffer.concat(start),
  }
}

/** At most 1,024 characters: a character cut at the end is dropped, control characters are replaced by spaces. */
export function toExcerpt(start: Uint8Array): string {
  // stream: true keeps back an incomplete character instead of replacing it.
  const text = new TextDecoder().decode(start, { stream: true })
  return text.replace(/[^\P{Cc}\n\t]|\p{Bidi_Control}/gu, ' ')
}
