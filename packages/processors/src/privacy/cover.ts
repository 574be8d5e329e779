/** Turns spans into the ranges of text to redact. */

import type { CategoryId } from './categories.ts'
import type { PrivacySpan } from './span.ts'

/** A range to redact and its label. Ranges are sorted and do not overlap. */
export type HiddenRange = { readonly start: number; readonly end: number; readonly category: CategoryId }

/** Overlapping spans become one range with the category of the longest. */
export function hiddenRanges(text: string, spans: readonly PrivacySpan[]): HiddenRange[] {
  const ranges: { start: number; end: number; widest: PrivacySpan }[] = []
  for (const span of spans.map((each) => wholeWords(text, each)).sort(byPlace)) {
    const last = ranges.at(-1)
    if (span.end <= span.start) continue
    if (last === undefined || span.start >= last.end)
      ranges.push({ start: span.start, end: span.end, widest: span })
    else {
      last.end = Math.max(last.end, span.end)
      if (isWider(span, last.widest)) last.widest = span
    }
  }
  return ranges.map(({ start, end, widest }) => ({ start, end, category: widest.category }))
}

export function byPlace(a: PrivacySpan, b: PrivacySpan): number {
  return a.start - b.start || b.end - a.end || a.category - b.category || b.confidence - a.confidence
}

function isWider(a: PrivacySpan, b: PrivacySpan): boolean {
  const difference = a.end - a.start - (b.end - b.start)
  return difference > 0 || (difference === 0 && a.confidence > b.confidence)
}

const wordSign = /[\p{L}\p{N}\p{M}]/u
/** Scripts written without spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** Continues a grapheme: combining marks, joiners, variation selectors, skin tones. */
const joined = /^(?:\p{M}|\u200d|[\ufe00-\ufe0f]|[\u{1f3fb}-\u{1f3ff}])/u

/** Extends a span to whole words and graphemes, because half a name can reveal the name. */
export function wholeWords(text: string, span: PrivacySpan): PrivacySpan {
  let start = Math.min(Math.max(0, span.start), text.length)
  let end = Math.min(Math.max(start, span.end), text.length)
  // Spaces at the ends are not redacted; the label would run into the next word.
  while (start < end && /\s/.test(text[start] ?? '')) start += 1
  while (end > start && /\s/.test(text[end - 1] ?? '')) end -= 1
  if (start === end) return { ...span, start, end }
  while (start > 0 && isInside(text, start)) start -= 1
  while (end < text.length && isInside(text, end)) end += 1
  return { ...span, start, end }
}

/** Whether an offset lies within a word or a grapheme. */
function isInside(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code >= 0xdc00 && code <= 0xdfff) return true
  const before = signBefore(text, at)
  const after = String.fromCodePoint(text.codePointAt(at) ?? 0)
  if (joined.test(after) || before === '\u200d') return true
  return wordSign.test(before) && wordSign.test(after) && !unspaced.test(before) && !unspaced.test(after)
}

function signBefore(text: string, at: number): string {
  const code = text.charCodeAt(at - 1)
  return code >= 0xdc00 && code <= 0xdfff ? text.slice(at - 2, at) : text.slice(at - 1, at)
}
