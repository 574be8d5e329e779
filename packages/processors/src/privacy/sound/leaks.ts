/** Finds secrets that are still intelligible despite the beeps. */

import type { Segment, Word } from '../../speech/transcript.ts'

/** Words to beep, and when they are spoken. */
export type Secret = {
  readonly startMs: number
  readonly endMs: number
  readonly text: string
  /** The times of the words are interpolated. */
  readonly isApproximate: boolean
}

/** The tolerance for the times of the engine, beyond the beep itself. */
const aroundMs = 1500
/** Words that reveal nothing and occur in many place names and spoken numbers. */
const plainWords = new Set([
  'and',
  'the',
  'for',
  'that',
  'this',
  'with',
  'was',
  'are',
  'you',
  'his',
  'her',
  'from',
  'not',
])

/**
 * The secrets with a word that is recognized nearby more often than it is said there outside the secret.
 * @param spoken the transcript of the recording, secrets included; `recognized` is that of the result.
 */
export function findLeaks(
  secrets: readonly Secret[],
  spoken: readonly Segment[],
  recognized: readonly Segment[],
): Secret[] {
  if (secrets.length === 0) return []
  const said = spoken.flatMap(wordsOf)
  const now = recognized.flatMap(wordsOf)
  const isSecret = (word: Word) =>
    secrets.some(({ startMs, endMs }) => word.startMs < endMs && word.endMs > startMs)
  const open = said.filter((word) => !isSecret(word))
  return secrets.filter((secret) => {
    const tellTale = new Set(tokensOf(secret.text).filter(isTelling))
    const allowed = countNear(open, secret, tellTale)
    const found = countNear(now, secret, tellTale)
    return [...found].some(([token, count]) => count > (allowed.get(token) ?? 0))
  })
}

function countNear(
  words: readonly Word[],
  { startMs, endMs }: Secret,
  wanted: ReadonlySet<string>,
): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) {
    if (word.endMs < startMs - aroundMs || word.startMs > endMs + aroundMs) continue
    for (const token of tokensOf(word.text)) {
      if (wanted.has(token)) counts.set(token, (counts.get(token) ?? 0) + 1)
    }
  }
  return counts
}

function wordsOf({ words, startMs, endMs, text }: Segment): readonly Word[] {
  return words.length > 0 ? words : [{ startMs, endMs, text, isApproximate: true }]
}

function tokensOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

function isTelling(token: string): boolean {
  return /\p{N}/u.test(token) || (token.length >= 3 && !plainWords.has(token))
}
