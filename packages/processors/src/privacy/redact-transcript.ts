/** Redacts a transcript and returns when the personal data is spoken. */

import type { Segment } from '../speech/transcript.ts'
import { hiddenRanges } from './cover.ts'
import type { FindOptions } from './find-spans.ts'
import { findSpans } from './find-spans.ts'
import { redactText } from './redact-text.ts'
import { redactWords } from './redact-words.ts'
import type { Secret } from './sound/leaks.ts'
import type { PrivacySpan } from './span.ts'

export type RedactedTranscript = {
  readonly segments: readonly Segment[]
  /** What was redacted, in chronological order. */
  readonly secrets: readonly Secret[]
}

/** Analyzes the segments as one text, because a number may span two of them. @throws whatever an analyzer throws. */
export async function redactTranscript(
  segments: readonly Segment[],
  options: FindOptions,
): Promise<RedactedTranscript> {
  const spans = await findSpans(segments.map(textOf).join(' '), options)
  const redacted: Segment[] = []
  const secrets: Secret[] = []
  let start = 0
  for (const segment of segments) {
    const end = start + textOf(segment).length
    const own = spans
      .filter((span) => span.start < end && span.end > start)
      .map((span) => within(span, start, end))
    redacted.push(own.length === 0 ? segment : hide(segment, own, secrets))
    start = end + 1
  }
  return { segments: redacted, secrets }
}

/** The words, if there are any, because they have times. */
function textOf({ words, text }: Segment): string {
  return words.length > 0 ? words.map((word) => word.text).join(' ') : text
}

function within(span: PrivacySpan, start: number, end: number): PrivacySpan {
  return { ...span, start: Math.max(span.start, start) - start, end: Math.min(span.end, end) - start }
}

function hide(segment: Segment, spans: readonly PrivacySpan[], secrets: Secret[]): Segment {
  const text = textOf(segment)
  if (hiddenRanges(text, spans).length === 0) return segment
  if (segment.words.length === 0) {
    const [startMs, endMs] = segment.withinMs ?? [segment.startMs, segment.endMs]
    secrets.push({ startMs, endMs, text, isApproximate: true })
    return { ...segment, text: redactText(text, spans) }
  }
  const { words, ranges } = redactWords(segment.words, spans)
  for (const [startMs, endMs] of ranges) {
    const hidden = segment.words.filter(
      (word) =>
        (word.startMs < endMs && word.endMs > startMs) || (word.startMs === startMs && word.endMs === endMs),
    )
    // Where a word could be anywhere in a range, all of it is hidden.
    const [fromMs, untilMs] = segment.withinMs ?? [startMs, endMs]
    secrets.push({
      startMs: fromMs,
      endMs: untilMs,
      text: hidden.map((word) => word.text).join(' '),
      isApproximate: segment.words.some((word) => word.isApproximate),
    })
  }
  return { ...segment, words, text: words.map((word) => word.text).join(' ') }
}
