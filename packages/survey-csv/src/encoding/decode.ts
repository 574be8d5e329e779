/** Decodes a byte stream to text without splitting characters between chunks or silently replacing invalid bytes. */
import { SurveyCsvError } from '../errors.ts'
import { type DetectedEncoding, decodes, detectEncoding, firstNonAscii } from './detect-encoding.ts'
import type { SurveyEncoding } from './survey-encoding.ts'

export type ByteSource = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

export type DecodedText = {
  /** Provisional until the first non-ASCII byte has been read. */
  encoding(): DetectedEncoding
  text: AsyncGenerator<string, void, undefined>
}

const defaultWindowBytes = 64 * 1024
/** Detection scores a character by its neighbors. */
const contextBytes = 16
const noBytes = new Uint8Array(0)

type DecodeOptions = {
  /** Disables detection. */
  readonly encoding?: SurveyEncoding
  /** The number of bytes used to detect the encoding, and the maximum decoded at once. */
  readonly windowBytes?: number
}

/** Errors have row 0; the row reader sets the actual row. */
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
        // ASCII is the same in every candidate encoding, so detection waits for the first non-ASCII byte.
        let ascii = asciiText(head)
        while (ascii !== undefined && !ended) {
          yield ascii
          isStart = false
          ;({ head, ended } = await fill(pieces, windowBytes))
          ascii = asciiText(head)
        }
        // Detection needs a full window from there: a single é at the end of a window is not enough evidence.
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
  // A byte order mark after the start is text, for example in concatenated files.
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: !isStart })
  let previous: Uint8Array = noBytes
  async function* all(): AsyncGenerator<Uint8Array> {
    if (head.length > 0) yield head
    yield* rest
  }
  for await (const chunk of all()) {
    let decoded: string
    try {
      decoded = decoder.decode(chunk, { stream: true })
    } catch (cause) {
      // Yields the valid text before the error first, so that the row reader reports the right row.
      yield validPrefix(encoding, previous, chunk)
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

/** Decodes `chunk` up to its first invalid byte, including a character that started in the previous chunk. */
function validPrefix(encoding: SurveyEncoding, previous: Uint8Array, chunk: Uint8Array): string {
  const pending = encoding === 'utf-8' ? pendingBytes(previous) : noBytes
  const joined = join(pending, chunk)
  let good = 0
  let bad = joined.length
  while (bad - good > 1) {
    const middle = (good + bad) >> 1
    if (decodes(joined.subarray(0, middle), encoding)) good = middle
    else bad = middle
  }
  return new TextDecoder(encoding, { ignoreBOM: true }).decode(joined.subarray(0, good), { stream: true })
}

/** The bytes of an incomplete UTF-8 character at the end of the previous chunk. */
function pendingBytes(tail: Uint8Array): Uint8Array {
  for (let length = 1; length <= Math.min(3, tail.length); length++) {
    const byte = tail[tail.length - length] ?? 0
    if (byte < 0x80) break
    if (byte >= 0xc0) {
      const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
      return length < needed ? tail.slice(-length) : noBytes
    }
  }
  return noBytes
}

function badBytes(encoding: SurveyEncoding, cause: unknown): SurveyCsvError {
  const message = `the text cannot be read. The file starts as ${encoding.toUpperCase()}, but this cell contains bytes that are not valid in that encoding. Save the file as "CSV UTF-8" and upload it again.`
  return new SurveyCsvError({ code: 'csv_encoding', message, row: 0 }, { cause })
}

/** Splits large chunks, so that a 50 MB chunk does not become a 50 MB string. */
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

/** Reads a window for detection. Uses `next` because leaving a `for await` loop would close the source. */
async function fill(
  pieces: AsyncGenerator<Uint8Array, void, undefined>,
  windowBytes: number,
  initial: Uint8Array = noBytes,
): Promise<{ head: Uint8Array; ended: boolean }> {
  let head = initial
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

/** Undefined if a byte is not ASCII. Comparing lengths after strict decoding is the fastest check. */
function asciiText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return text.length === bytes.length ? text : undefined
  } catch {
    return undefined
  }
}
