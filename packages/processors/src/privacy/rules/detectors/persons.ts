/** Names of people. */

import { Category } from '../../categories.ts'
import type { Detection, Detector } from '../detector.ts'
import type { AnalyzedText } from '../text/analyzed-text.ts'
import { derived } from '../text/derived.ts'
import { findListedNames } from './name-lists.ts'
import { nameSequences } from './name-sequences.ts'
import { isCommonWord } from './name-words.ts'
import { findCasedPersons } from './person-names.ts'
import { findUncasedPersons } from './uncased-person-names.ts'

export const personDetector: Detector = {
  id: 'persons',
  categories: [Category.personName],
  ignoresInside: ['email'],
  examples: [
    ['My name is Farida Rahimi.', 'name: Farida Rahimi'],
    ['so i asked my colleague devika about it', 'name: devika'],
    ['I think Grace will take the minutes.', 'name: Grace'],
    ['Jordan visited Jordan in March 2019.', 'name: Jordan', 'location: Jordan', 'date: March 2019'],
    ['We thanked Mrs. Hollander.', 'name: Mrs. Hollander'],
    ['I may mark it and bill them, will you?'],
    ['An app called Calm helps me sleep.', 'organization: Calm'],
  ],
  detect(analyzed) {
    const persons = namedPersons(analyzed)
    const listed = findListedNames(analyzed, nameSequences(analyzed), persons)
    return [...persons, ...listed, ...otherMentions(analyzed, persons)]
  },
}

/** People whose name is evidence enough, without the lists and mentions that follow from them. */
export const namedPersons = derived((analyzed): readonly Detection[] => {
  const cased = findCasedPersons(analyzed, nameSequences(analyzed))
  if (!analyzed.isUncased) return cased
  return [...findUncasedPersons(analyzed), ...cased.filter((person) => person.confidence > 0.6)]
})

/** Other mentions of the same people: the first or last name alone. */
function otherMentions(analyzed: AnalyzedText, persons: readonly Detection[]): Detection[] {
  const parts = new Map<string, number>()
  for (const person of persons) {
    if (person.confidence < 0.75) continue
    for (const part of analyzed.text.slice(person.start, person.end).split(/[\s.-]+/)) {
      if (part.length >= 3 && /^\p{Lu}/u.test(part)) parts.set(part, person.confidence)
    }
  }
  const found: Detection[] = []
  for (const token of analyzed.tokens) {
    const confidence = token.isCapital ? parts.get(token.text) : undefined
    if (confidence === undefined || isCommonWord(token.key)) continue
    found.push({
      start: token.start,
      end: token.end,
      category: Category.personName,
      confidence: Math.min(0.7, confidence - 0.1),
    })
  }
  return found
}
