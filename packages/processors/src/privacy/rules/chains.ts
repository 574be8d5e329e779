/** Names in a row: where one of "Monjeau, Graves and Reed" is a person, all are. Pure. */

import type { Finding } from './finding.ts'
import { overlaps } from './finding.ts'
import { isCommonWord, isFirstName, isLastName, isUnknownWord } from './name-words.ts'
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
  const candidates = sequences.filter(
    (each) => couldBeName(each) && !known.some((person) => overlaps(person, each)),
  )
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

function couldBeName({ words, startsSentence }: Sequence): boolean {
  if (words.length > 3) return false
  return words.every(
    (word) =>
      isFirstName(word.key) ||
      isLastName(word.key) ||
      (isUnknownWord(word.key) && word.text.length > 2) ||
      (!startsSentence && words.length === 1 && isCommonWord(word.key) && isLastName(word.key)),
  )
}
