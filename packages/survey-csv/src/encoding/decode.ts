/** Bytes to text, piece by piece: no character is ever split between chunks, and no bad byte is silently replaced. */
import { SurveyCsvError } from '../errors.ts'
import { type DetectedEncoding, decodes, detectEncoding, firstNonAscii } from './detect-encoding.ts'
import type { SurveyEncoding } from './survey-encoding.ts'

export type ByteSource = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

export type DecodedText = {
  /** What the text is read as. Provisional until the first byte outside ASCII has been reached. */
  encoding(): DetectedEncoding
  text: AsyncGenerator<string, void, undefined>
}

const defaultWindowBytes = 64 * 1024
/** Judging a character takes a look at its neighbours. */
const contextBytes = 16
const nothing = new Uint8Array(0)

type DecodeOptions = {
  /** Overrules detection. */
  readonly encoding?: SurveyEncoding
  /** What is looked at to tell the encoding, and the most that is decoded at once. */
  readonly windowBytes?: number
}

/** Thrown errors name row 0: the reader, which counts rows, puts the row in. */
export function decodeBytes(source: ByteSource, options: DecodeOptions = {}): DecodedText {
  const windowBytes = options.windowBytes ?? defaultWindowBytes
  let detected: DetectedEncoding = {
    encoding: options.encoding ?? 'utf-8',
    hasBom: false,
    isProvisional: false,
  }

  async function* text(): AsyncGenerator<string, void, undefined> {
    const pieces = smallPieces(source, windowBytes)
    let { head, ended } = await fill(pieces, windowBytes)
    let isStart = true
    if (options.encoding === undefined) {
      detected = detectEncoding(head)
      if (!isWideOrMarked(detected)) {
        // ASCII reads the same in every candidate, so the choice waits for the first byte that tells them apart.
        let ascii = asciiText(head)
        while (ascii !== undefined && !ended) {
          yield ascii
          isStart = false
          ;({ head, ended } = await fill(pieces, windowBytes))
          ascii = asciiText(head)
        }
        // And it sees a whole window from there on: a single é at the end of one would prove nothing.
        const at = Math.max(0, firstNonAscii(head) - contextBytes)
        if (at > 0 && !ended) {
          yield new TextDecoder().decode(head.subarray(0, at))
          isStart = false
          ;({ head } = await fill(pieces, windowBytes, head.subarray(at)))
        }
        detected = detectEncoding(head)
      }
    }
    yield* decodeStrictly(detected.encoding, head, pieces, isStart)
  }
  return { encoding: () => detected, text: text() }
}

function isWideOrMarked({ encoding, hasBom }: DetectedEncoding): boolean {
  return hasBom || encoding.startsWith('utf-16')
}

async function* decodeStrictly(
  encoding: SurveyEncoding,
  head: Uint8Array,
  rest: AsyncIterable<Uint8Array>,
  isStart: boolean,
): AsyncGenerator<string, void, undefined> {
  // A mark further on is text: two files put together have one in the middle, and it must not matter where.
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: !isStart })
  let previous: Uint8Array = nothing
  async function* all(): AsyncGenerator<Uint8Array> {
    if (head.length > 0) yield head
    yield* rest
  }
  for await (const chunk of all()) {
    let decoded: string
    try {
      decoded = decoder.decode(chunk, { stream: true })
    } catch (cause) {
      // What is good before the bad byte goes out first, so that the reader's row count stands at the right row.
      yield readablePart(encoding, previous, chunk)
      throw badBytes(encoding, cause)
    }
    if (decoded !== '') yield decoded
    previous = chunk.slice(-4)
  }
  let last: string
  try {
    last = decoder.decode()
  } catch (cause) {
    throw badBytes(encoding, cause)
  }
  if (last !== '') yield last
}

/** The text of `chunk` up to its first bad byte, as a fresh decoder sees it from the character the border may have cut. */
function readablePart(encoding: SurveyEncoding, previous: Uint8Array, chunk: Uint8Array): string {
  const seam = encoding === 'utf-8' ? pendingBytes(previous) : nothing
  const joined = join(seam, chunk)
  let good = 0
  let bad = joined.length
  while (bad - good > 1) {
    const middle = (good + bad) >> 1
    if (decodes(joined.subarray(0, middle), encoding)) good = middle
    else bad = middle
  }
  return new TextDecoder(encoding, { ignoreBOM: true }).decode(joined.subarray(0, good), { stream: true })
}

/** The beginning of a UTF-8 character that the chunk before left unfinished. */
function pendingBytes(tail: Uint8Array): Uint8Array {
  for (let length = 1; length <= Math.min(3, tail.length); length++) {
    const byte = tail[tail.length - length] ?? 0
    if (byte < 0x80) break
    if (byte >= 0xc0) {
      const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
      return length < needed ? tail.slice(-length) : nothing
    }
  }
  return nothing
}

function badBytes(encoding: SurveyEncoding, cause: unknown): SurveyCsvError {
  const message = `the text cannot be read. The file begins as ${encoding.toUpperCase()}, but this cell holds bytes that are not. Save the file as "CSV UTF-8" and upload it again.`
  return new SurveyCsvError({ code: 'csv_encoding', message, row: 0 }, { cause })
}

/** One read of 50 MB must not become one string of 50 MB. */
async function* smallPieces(
  source: ByteSource,
  windowBytes: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of source) {
    for (let start = 0; start < chunk.length; start += windowBytes) {
      yield chunk.subarray(start, start + windowBytes)
    }
  }
}

/** Gathers a window to judge by. `next`, not `for await`: leaving such a loop would close the source. */
async function fill(
  pieces: AsyncGenerator<Uint8Array, void, undefined>,
  windowBytes: number,
  begun: Uint8Array = nothing,
): Promise<{ head: Uint8Array; ended: boolean }> {
  let head = begun
  while (head.length < windowBytes) {
    const next = await pieces.next()
    if (next.done) return { head, ended: true }
    head = head.length === 0 ? next.value : join(head, next.value)
  }
  return { head, ended: false }
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array {
  const whole = new Uint8Array(first.length + second.length)
  whole.set(first)
  whole.set(second, first.length)
  return whole
}

/** Nothing when a byte is not ASCII. As many characters as bytes, strictly decoded, is the quickest proof. */
function asciiText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return text.length === bytes.length ? text : undefined
  } catch {
    return undefined
  }
}
