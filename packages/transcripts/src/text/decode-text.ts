/** Decodes the bytes of a text file: a byte order mark decides, then valid UTF-8, then Windows-1252. */
import { TranscriptError } from '../transcript.ts'

/** @throws TranscriptError `not_a_transcript` for binary data. */
export function decodeText(bytes: Uint8Array): string {
  const text = decode(bytes)
  if (isBinary(text)) throw new TranscriptError('not_a_transcript')
  return text
}

function decode(bytes: Uint8Array): string {
  const [a, b, c, d] = bytes
  if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (a === 0xfe && b === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  // Without a mark, every second byte of the ASCII characters that such a file starts with is zero.
  if (a !== 0 && b === 0 && c !== 0 && d === 0) return new TextDecoder('utf-16le').decode(bytes)
  if (a === 0 && b !== 0 && c === 0 && d !== 0) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Text has no NUL, and hardly any other control characters. */
function isBinary(text: string): boolean {
  const sample = text.slice(0, 64 * 1024)
  if (sample.includes('\0')) return true
  const controls = sample.match(/(?!\s)\p{Cc}/gu)?.length ?? 0
  return controls > sample.length / 100
}

/** Split at CRLF, LF and CR, also mixed. */
export function splitLines(text: string): string[] {
  return text.split(/\r\n|\n|\r/)
}
