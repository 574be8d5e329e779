/** Where a sentence ends, judged by a word and the one after it. Pure. */

const sentenceEnd = /[.!?…]["'”’)\]]*$/u
/** A full stop after these belongs to them. */
const abbreviation = /^["'“‘(]*(?:mr|mrs|ms|dr|prof|st|jr|sr|vs|no|fig|approx|e\.g|i\.e|a\.m|p\.m|\p{L})\.$/iu
/** "I" ends sentences; other single letters are initials. */
const pronoun = /^["'“‘(]*I\.$/u

/** True for the last word, too: what follows is another chunk. */
export function endsSentence(word: string, next: string | null): boolean {
  if (next === null) return true
  if (!sentenceEnd.test(word)) return false
  if (abbreviation.test(word) && !pronoun.test(word)) return false
  // "He paid 3. 50 were left" is rarer than a sentence that goes on in lower case after an abbreviation we do not know.
  return !/^["'“‘(]*\p{Ll}/u.test(next)
}
