/** Names in a row: where one of "Monjeau, Graves and Reed" is a person, all are. Pure. */

import type { Finding } from './finding.ts'
import { overlaps } from './finding.ts'
import { isCommonWord, isFirstName, isFrequent, isLastName, isUnknownWord } from './name-words.ts'
import type { Reading } from './reading.ts'
import type { Sequence } from './sequences.ts'

const joint = /^\s?(?:,|and|&|or|,\s?and|und|y|et|e|en|,\s?or)\s$/

type Place = { readonly start: number; readonly end: number }

export function findChained(
  reading: Reading,
  sequences: readonly Sequence[],
  persons: readonly Finding[],
): Finding[] {
  const found: Finding[] = []
  const known: Place[] = persons.filter((person) => person.confidence >= 0.58)
  const candidates = sequences
    .flatMap((each) => nameIn(each) ?? [])
    .filter((each) => !known.some((person) => overlaps(person, each)))
  // Twice, so that a name reaches both its neighbours and theirs.
  for (let round = 0; round < 2; round += 1) {
    for (const each of candidates) {
      if (found.some((other) => other.start === each.start)) continue
      const isBeside = [...known, ...found].some(
        (person) => areJoined(reading, person, each) || areJoined(reading, each, person),
      )
      if (isBeside) found.push({ start: each.start, end: each.end, category: 1, confidence: 0.74 })
    }
  }
  return found
}

function areJoined({ text }: Reading, first: Place, second: Place): boolean {
  return (
    second.start > first.end &&
    second.start - first.end <= 6 &&
    joint.test(text.slice(first.end, second.start))
  )
}

/** Without the word that begins the sentence: "Both Freya and Oskar". */
function nameIn({ words, startsSentence }: Sequence): Place | null {
  const [head, ...rest] = words
  const isHead =
    startsSentence && head !== undefined && rest.length > 0 && isFrequent(head.key) && !isFirstName(head.key)
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
