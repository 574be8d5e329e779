/** Formats a transcript as plain text and as JSON. Pure. */
import type { Segment } from '@inlet/processors'

export type Transcript = {
  readonly engine: string
  readonly model: string
  readonly language: string
  readonly durationMs: number
  readonly segments: readonly Segment[]
}

/** A longer pause starts a new paragraph. */
const paragraphPauseMs = 2000

/** Paragraphs are split by pauses and speakers. */
export function toText(segments: readonly Segment[]): string {
  const paragraphs: string[] = []
  let before: Segment | null = null
  for (const segment of segments) {
    const text = oneLine(segment.text)
    if (text === '') continue
    const isNext =
      before !== null &&
      before.speaker === segment.speaker &&
      segment.startMs - before.endMs < paragraphPauseMs
    if (isNext) paragraphs.push(`${paragraphs.pop() ?? ''} ${text}`)
    else paragraphs.push(segment.speaker === undefined ? text : `${oneLine(segment.speaker)}: ${text}`)
    before = segment
  }
  return paragraphs.map((paragraph) => `${paragraph}\n`).join('\n')
}

/** All data, with the field names of the HTTP API. */
export function toJson(transcript: Transcript): string {
  const { engine, model, language, durationMs, segments } = transcript
  const content = {
    engine,
    model,
    language,
    duration_ms: durationMs,
    segments: segments.map(({ startMs, endMs, text, confidence, speaker, words, isSuspicious }) => ({
      start_ms: startMs,
      end_ms: endMs,
      text,
      confidence: confidence ?? null,
      speaker: speaker ?? null,
      is_suspicious: isSuspicious,
      words: words.map((word) => ({
        start_ms: word.startMs,
        end_ms: word.endMs,
        text: word.text,
        is_approximate: word.isApproximate,
      })),
    })),
  }
  return `${JSON.stringify(content, null, 2)}\n`
}

/** Replaces line breaks of any kind and control characters by spaces, whatever the engine returned. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
}
