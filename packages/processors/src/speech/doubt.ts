/** Detects signs of hallucination in recognized text. */

/** People speak at most about seven tokens a second; short pieces get a few more. */
const maxTokensPerSecond = 7
const freeTokens = 3

/** How many times a group of one, two, three… words must repeat. People do repeat a single word five times. */
const minRepeats: readonly number[] = [6, 4, 4, 3, 3, 3, 3, 3]

export type Recognized = { readonly text: string; readonly tokenCount: number; readonly seconds: number }

export function isDoubtful(recognized: Recognized): boolean {
  return isRunAway(recognized) || isRepetitive(recognized.text)
}

function isRunAway({ tokenCount, seconds }: Recognized): boolean {
  return tokenCount > maxTokensPerSecond * seconds + freeTokens
}

export function isRepetitive(text: string): boolean {
  const words = text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? []
  return minRepeats.some((repeats, index) => hasLoop(words, index + 1, repeats))
}

/** Looks for `repeats` equal groups of `size` words in a row: that many words equal to the one `size` further on. */
function hasLoop(words: readonly string[], size: number, repeats: number): boolean {
  let equal = 0
  for (let i = 0; i + size < words.length; i += 1) {
    equal = words[i] === words[i + size] ? equal + 1 : 0
    if (equal >= size * (repeats - 1)) return true
  }
  return false
}

/** The model outputs dots and notes without letters for music and coughs. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}

/**
 * Chooses between two transcripts of a piece, the first of which is doubtful. An empty second one does not win: words
 * might be lost silently. A flagged one can be checked by a person.
 */
export function betterReading(
  first: Recognized,
  second: Recognized,
): { text: string; isSuspicious: boolean } {
  const isBetter = hasWords(second.text) && second.tokenCount < first.tokenCount
  const best = isBetter ? second : first
  return { text: best.text, isSuspicious: hasWords(best.text) && isDoubtful(best) }
}
