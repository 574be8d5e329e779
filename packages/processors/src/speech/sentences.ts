/** Detects the end of a sentence from a word and the next one. */

const sentenceEnd = /[.!?…]["'”’)\]]*$/u
/** Abbreviations that end with a full stop. */
const abbreviation = /^["'“‘(]*(?:mr|mrs|ms|dr|prof|st|jr|sr|vs|no|fig|approx|e\.g|i\.e|a\.m|p\.m|\p{L})\.$/iu
/** "I" ends sentences; other single letters are initials. */
const pronoun = /^["'“‘(]*I\.$/u

/** True for the last word of a chunk as well. */
export function endsSentence(word: string, next: string | null): boolean {
  if (next === null) return true
  if (!sentenceEnd.test(word)) return false
  if (abbreviation.test(word) && !pronoun.test(word)) return false
  // A lower-case word after a full stop more often follows an unknown abbreviation than a sentence.
  return !/^["'“‘(]*\p{Ll}/u.test(next)
}
