/** Splits a long turn at the ends of sentences, if its words have times of their own. */
import type { SegmentWord } from './segment.ts'

const longMs = 60_000
const longChars = 1000
const sentenceEnd = /[.!?…。！？]["'”’»)\]]*$/u
/** Sentences are joined up to this length, so that a turn does not fall into fragments. */
const fullChars = 300

export function splitSentences(words: readonly SegmentWord[]): (readonly SegmentWord[])[] {
  if (!isLong(words) || words.some(({ isApproximate }) => isApproximate)) return [words]
  const groups: SegmentWord[][] = []
  let open: SegmentWord[] = []
  let chars = 0
  for (const word of words) {
    open.push(word)
    chars += word.text.length + 1
    if (chars < fullChars || !(sentenceEnd.test(word.text) || chars > longChars)) continue
    groups.push(open)
    open = []
    chars = 0
  }
  return open.length > 0 ? [...groups, open] : groups
}

function isLong(words: readonly SegmentWord[]): boolean {
  const chars = words.reduce((sum, { text }) => sum + text.length + 1, 0)
  const ms = (words.at(-1)?.endMs ?? 0) - (words[0]?.startMs ?? 0)
  return chars > longChars || ms > longMs
}
