/** Names in a list: if one of "Monjeau, Graves and Reed" is a person, so are the others. */

import { Category } from '../../categories.ts'
import type { Detection, TextRange } from '../detector.ts'
import { overlaps } from '../detector.ts'
import { nameJoint } from '../patterns/name-words.data.ts'
import type { AnalyzedText } from '../text/analyzed-text.ts'
import type { NameSequence } from './name-sequences.ts'
import { isCommonWord, isFirstName, isFrequentWord, isLastName, isUnknownWord } from './name-words.ts'

export function findListedNames(
  analyzed: AnalyzedText,
  sequences: readonly NameSequence[],
  persons: readonly Detection[],
): Detection[] {
  const found: Detection[] = []
  const known: TextRange[] = persons.filter((person) => person.confidence >= 0.58)
  const candidates = sequences
    .flatMap((each) => nameIn(each) ?? [])
    .filter((each) => !known.some((person) => overlaps(person, each)))
  // Two passes, so that a name extends to its neighbours and to theirs.
  for (let round = 0; round < 2; round += 1) {
    for (const each of candidates) {
      if (found.some((other) => other.start === each.start)) continue
      const isListed = [...known, ...found].some(
        (person) => areJoined(analyzed, person, each) || areJoined(analyzed, each, person),
      )
      if (isListed)
        found.push({ start: each.start, end: each.end, category: Category.personName, confidence: 0.74 })
    }
  }
  return found
}

function areJoined({ text }: AnalyzedText, first: TextRange, second: TextRange): boolean {
  return (
    second.start > first.end &&
    second.start - first.end <= 6 &&
    nameJoint.regex.test(text.slice(first.end, second.start))
  )
}

/** Without an everyday word that begins the sentence: "Both Freya and Oskar". */
function nameIn({ words, startsSentence }: NameSequence): TextRange | null {
  const [head, ...rest] = words
  const isHead =
    startsSentence &&
    head !== undefined &&
    rest.length > 0 &&
    isFrequentWord(head.key) &&
    !isFirstName(head.key)
  const name = isHead ? rest : words
  const [first, last] = [name[0], name.at(-1)]
  if (first === undefined || last === undefined || name.length > 3) return null
  const isAlone = name.length === 1 && !startsSentence
  const isName = name.every(
    ({ key, text }) =>
      isFirstName(key) ||
      (isLastName(key) && (isAlone || !isCommonWord(key))) ||
      (isUnknownWord(key) && text.length > 2),
  )
  return isName ? { start: first.start, end: last.end } : null
}
