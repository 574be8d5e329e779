/** Reads a transcript file. Its content decides what it is; its name only where the content leaves it open. */
import { readCaptions } from './captions/read-captions.ts'
import { captionKind } from './captions/time-line.ts'
import { readDocx } from './docx/read-docx.ts'
import { readJson } from './json/read-json.ts'
import { maxCues, maxTranscriptBytes } from './limits.ts'
import { orderCues } from './order-cues.ts'
import { decodeText, splitLines } from './text/decode-text.ts'
import {
  type RawTranscript,
  type Transcript,
  TranscriptError,
  type TranscriptFormat,
  type TranscriptProblem,
  type TranscriptWarning,
} from './transcript.ts'
import { readTurns } from './turns/read-turns.ts'

export type ReadResult =
  | ({ readonly ok: true } & Transcript)
  | { readonly ok: false; readonly problem: TranscriptProblem }

/** Never throws for a file: what cannot be read has a problem. */
export async function readTranscript(
  bytes: Uint8Array,
  { fileName }: { fileName: string },
): Promise<ReadResult> {
  try {
    if (bytes.length > maxTranscriptBytes) throw new TranscriptError('too_large')
    const { format, raw, isCertain } = await readAny(bytes, fileName)
    if (raw.cues.length > maxCues) throw new TranscriptError('too_large')
    if (raw.cues.length === 0)
      throw new TranscriptError(isCertain || raw.skipped > 0 ? 'no_cues' : 'not_a_transcript')
    const { cues, warnings } = orderCues(raw)
    return { ok: true, format, cues, warnings, skipped: raw.skipped, language: raw.language }
  } catch (error) {
    if (error instanceof TranscriptError) return { ok: false, problem: error.problem }
    throw error
  }
}

type Found = {
  readonly format: TranscriptFormat
  readonly raw: RawTranscript
  /** The format is certain even if nothing is said. */
  readonly isCertain: boolean
}

async function readAny(bytes: Uint8Array, fileName: string): Promise<Found> {
  if (bytes.length === 0) throw new TranscriptError('empty')
  if (isZip(bytes)) return { format: 'docx', raw: await readDocx(bytes), isCertain: false }
  const text = decodeText(bytes)
  const start = text.trimStart()
  if (start === '') throw new TranscriptError('empty')
  if (/^(?:<!doctype|<html|<\?xml|\{\\rtf|%PDF)/i.test(start)) throw new TranscriptError('not_a_transcript')
  if (isJson(start, fileName)) return { ...readJson(text), isCertain: true }
  const lines = splitLines(text)
  return readCaptionFile(lines, fileName) ?? readText(lines)
}

const isZip = ([a, b, c, d]: Uint8Array) => a === 0x50 && b === 0x4b && c === 3 && d === 4

/** Text may start with a bracket, too: `[00:00:12] Name: …`. */
function isJson(start: string, fileName: string): boolean {
  if (start.startsWith('{')) return true
  return start.startsWith('[') && (/\.(?:json|otr)$/i.test(fileName) || /^\[\s*[[{"\]]/.test(start))
}

function readCaptionFile(lines: readonly string[], fileName: string): Found | null {
  const header = /^\s*WEBVTT(?:\s|$)/i.exec(lines[0] ?? '')
  const kind = captionKind(lines)
  if (!header && kind === null) return null
  const isWebVtt = header !== null || (kind === 'arrows' && /\.vtt$/i.test(fileName))
  const raw = readCaptions(lines, { isWebVtt, hasEntities: isWebVtt })
  const isMissing = isWebVtt && !header?.[0].includes('WEBVTT')
  const warnings = new Set<TranscriptWarning>([
    ...raw.warnings,
    ...(isMissing ? ['missing_header' as const] : []),
  ])
  const format = isWebVtt ? 'webvtt' : kind === 'sbv' ? 'sbv' : 'srt'
  return { format, raw: { ...raw, warnings }, isCertain: true }
}

const readText = (lines: readonly string[]): Found => ({
  format: 'text',
  raw: readTurns(lines.map((text) => ({ text }))),
  isCertain: false,
})
