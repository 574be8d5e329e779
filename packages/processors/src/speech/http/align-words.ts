/**
 * Aligns the words of a text with the timed words of a response. Their spelling differs: timed words come without
 * punctuation, in parts or joined.
 */

import type { TimedText } from './answer.ts'

/** How many timed words may be skipped to find the next word; more the longer none was found. */
const skipAtFirst = 4
const maxSkip = 50

/** The times of each word of the text; null if it was not found. */
export function alignWords(
  texts: readonly string[],
  timed: readonly TimedText[],
): (Pick<TimedText, 'startMs' | 'endMs'> | null)[] {
  const letters = timed.map((word) => lettersOf(word.text))
  let next = 0
  let missed = 0
  return texts.map((text) => {
    const wanted = lettersOf(text)
    if (wanted === '') return null
    const lastFrom = Math.min(timed.length - 1, next + Math.min(maxSkip, skipAtFirst + 3 * missed))
    for (let from = next; from <= lastFrom; from += 1) {
      const until = matchUntil(wanted, letters, from)
      const first = timed[from]
      const last = timed[until - 1]
      if (first === undefined || last === undefined || until === from) continue
      next = until
      missed = 0
      return { startMs: first.startMs, endMs: last.endMs }
    }
    missed += 1
    return null
  })
}

/** The index after the timed words that together form the wanted word; `from` if they do not. */
function matchUntil(wanted: string, letters: readonly string[], from: number): number {
  let rest = wanted
  for (let index = from; index < letters.length; index += 1) {
    const part = letters[index] ?? ''
    if (part === '' || !rest.startsWith(part)) return from
    rest = rest.slice(part.length)
    if (rest === '') return index + 1
  }
  return from
}

function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]/gu, '')
}
