/** Redacts timed words and returns the time ranges to silence. */

import type { HiddenRange } from './cover.ts'
import { hiddenRanges } from './cover.ts'
import { redactionLabel } from './redact-text.ts'
import type { PrivacySpan } from './span.ts'

export type TimedWord = { readonly text: string; readonly startMs: number; readonly endMs: number }

export type RedactedWords<W extends TimedWord> = {
  /** Joined by single spaces they are the redacted text. Words redacted together are merged. */
  readonly words: readonly W[]
  /** The ranges to silence as [startMs, endMs], sorted. */
  readonly ranges: readonly (readonly [number, number])[]
}

/** Spans are offsets into the words joined by single spaces, like the text of a segment. */
export function redactWords<W extends TimedWord>(
  words: readonly W[],
  spans: readonly PrivacySpan[],
): RedactedWords<W> {
  const hidden = hiddenRanges(words.map((word) => word.text).join(' '), spans)
  const kept: W[] = []
  const ranges: [number, number][] = []
  for (const group of groupWords(words, hidden)) {
    const first = group.words[0]
    if (first === undefined) continue
    if (group.hidden.length === 0) {
      kept.push(first)
      continue
    }
    const startMs = Math.min(...group.words.map((word) => word.startMs))
    const endMs = Math.max(...group.words.map((word) => word.endMs))
    const text = hide(group.words.map((word) => word.text).join(' '), group.start, group.hidden)
    kept.push({ ...first, text, startMs, endMs })
    ranges.push([startMs, endMs])
  }
  return { words: kept, ranges }
}

type Group<W> = { readonly start: number; readonly words: W[]; readonly hidden: HiddenRange[] }

/** Words covered by one range form a group; every other word is on its own. */
function groupWords<W extends TimedWord>(words: readonly W[], hidden: readonly HiddenRange[]): Group<W>[] {
  const groups: Group<W>[] = []
  let at = 0
  let next = 0
  for (const word of words) {
    const start = at
    const end = start + word.text.length
    at = end + 1
    while ((hidden[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next += 1
    const hits: HiddenRange[] = []
    for (let index = next; (hidden[index]?.start ?? Number.POSITIVE_INFINITY) < end; index += 1)
      hits.push(...hidden.slice(index, index + 1))
    const last = groups.at(-1)
    const reaching = last?.hidden.at(-1)
    if (last !== undefined && reaching !== undefined && hits[0] === reaching) {
      last.words.push(word)
      last.hidden.push(...hits.slice(1))
    } else groups.push({ start, words: [word], hidden: hits })
  }
  return groups
}

function hide(text: string, offset: number, hidden: readonly HiddenRange[]): string {
  let shown = ''
  let at = 0
  for (const range of hidden) {
    shown += text.slice(at, range.start - offset) + redactionLabel(range.category)
    at = range.end - offset
  }
  return shown + text.slice(at)
}
