/** Ages of people: numbers with a cue, decades, birthdays. */

import { Category } from '../../categories.ts'
import type { Detection, Detector } from '../detector.ts'
import {
  ageJoint,
  ageRangeStart,
  ageWithGender,
  ageWithUnit,
  approximateAge,
  birthdayAfter,
  celebrantBefore,
  decade,
  describedPersonBefore,
  eraBefore,
  ownDecadeBefore,
  partOfDecade,
  partyAfter,
  phraseEnd,
  secondOwnDecadeBefore,
} from '../patterns/age-phrases.data.ts'
import { otherUnitAfter, secondPersonWithAge } from '../patterns/ages.data.ts'
import type { AnalyzedText } from '../text/analyzed-text.ts'
import { textAfter, textBefore } from '../text/analyzed-text.ts'
import { readCardinal, readOrdinal } from '../text/number-values.ts'
import { judgeAge } from './age-context.ts'

export const ageDetector: Detector = {
  id: 'ages',
  categories: [Category.age],
  ignoresInside: ['email'],
  examples: [
    ['I just turned 34.', 'age: 34'],
    ["she's in her mid-forties, i think", 'age: mid-forties'],
    ['I was born 34 years ago.', 'age: 34 years ago'],
    ['Anna, 34, lives in Oslo.', 'name: Anna', 'age: 34', 'location: Oslo'],
    ['The app is 3 years old.'],
    ["I'm two minutes late, sorry."],
    ["i'm one hundred percent sure about that"],
    ['I give it a 9 out of 10.'],
  ],
  detect(analyzed, earlier) {
    const persons = earlier.filter((each) => each.category === Category.personName)
    const ages = [...numbersAsAges(analyzed, persons), ...phrases(analyzed), ...birthdays(analyzed)]
    return ages.map((age) => ({ ...age, category: Category.age }))
  },
}

type Age = Omit<Detection, 'category'>

const matched = (match: RegExpExecArray, confidence: number): Age => ({
  start: match.index,
  end: match.index + match[0].length,
  confidence,
})

function* numbersAsAges(analyzed: AnalyzedText, persons: readonly Detection[]): Generator<Age> {
  const { tokens, text } = analyzed
  let lastEnd = -1
  for (let index = 0; index < tokens.length; index += 1) {
    const number = readCardinal(analyzed, index)
    const first = tokens[index]
    const last = tokens[(number?.to ?? 0) - 1]
    if (number === null || first === undefined || last === undefined) continue
    index = number.to - 1
    if (number.value > 120 || /^0\d/.test(first.text)) continue
    const before = textBefore(analyzed, first.start, 70)
    const after = textAfter(analyzed, last.end, 40)
    const sinceName = textSinceName(persons, text, first.start)
    const age = judgeAge({ value: number.value, before, after, sinceName })
    const isSecond =
      first.start - lastEnd < 40 && secondPersonWithAge.regex.test(before) && phraseEnd.regex.test(after)
    const isNext =
      lastEnd >= 0 &&
      (isSecond || ageJoint.regex.test(text.slice(lastEnd, first.start))) &&
      !otherUnitAfter.regex.test(after)
    if (age === null && !isNext) continue
    const start = age?.isRange === true ? rangeStart(analyzed, first.start) : first.start
    const end = last.end + (age?.tail ?? 0)
    yield { start, end: Math.min(end, text.length), confidence: age?.confidence ?? 0.7 }
    lastEnd = end
  }
}

/** The text between a person's name and the number, if the name is near. */
function textSinceName(persons: readonly Detection[], text: string, start: number): string | null {
  const person = persons.findLast((each) => each.end <= start && start - each.end <= 16)
  return person === undefined
    ? null
    : text
        .slice(person.end, start)
        .toLowerCase()
        .replaceAll('’', "'")
        .trimEnd()
        .replace(/\($/, ' (')
        .replace(/ {2}\(/, ' (')
}

/** "25 to 34 years old", "between 25 and 34 years old". */
function rangeStart(analyzed: AnalyzedText, start: number): number {
  const slice = analyzed.text.slice(Math.max(0, start - 24), start)
  const range = ageRangeStart.regex.exec(slice)
  return range === null ? start : start - range[0].length
}

function* phrases(analyzed: AnalyzedText): Generator<Age> {
  const { text } = analyzed
  for (const match of text.matchAll(decade.regex)) {
    const before = textBefore(analyzed, match.index, 36)
    const isPart = partOfDecade.regex.test(match[0])
    const isOwn = ownDecadeBefore.regex.test(before) || secondOwnDecadeBefore.regex.test(before)
    const isEra = eraBefore.regex.test(before) || /^['’]/.test(match[0])
    if (isOwn || (isPart && !isEra && /s$/i.test(match[0]))) yield matched(match, 0.9)
  }
  for (const match of text.matchAll(approximateAge.regex)) yield matched(match, 0.85)
  for (const match of text.matchAll(ageWithUnit.regex)) {
    const after = textAfter(analyzed, match.index + match[0].length, 20)
    if (/yo$/i.test(match[0]) || /^\s?old\b/.test(after)) yield matched(match, 0.85)
  }
  for (const match of text.matchAll(ageWithGender.regex)) {
    const before = textBefore(analyzed, match.index, 14)
    const isDescription = describedPersonBefore.regex.test(before) && !/[$€£]\s?$/.test(before)
    if (isDescription && !/^[MF]\s\d/.test(match[0])) yield matched(match, 0.75)
  }
}

/** "my fortieth birthday", "her 21st". */
function* birthdays(analyzed: AnalyzedText): Generator<Age> {
  const { tokens } = analyzed
  for (const index of tokens.keys()) {
    const ordinal = readOrdinal(analyzed, index)
    const first = tokens[index]
    const last = tokens[(ordinal?.to ?? 0) - 1]
    if (ordinal === null || first === undefined || last === undefined) continue
    const after = textAfter(analyzed, last.end, 24)
    const isBirthday = birthdayAfter.regex.test(after)
    const isParty =
      ordinal.value >= 13 &&
      celebrantBefore.regex.test(textBefore(analyzed, first.start, 30)) &&
      partyAfter.regex.test(after)
    if ((isBirthday && ordinal.value > 0) || isParty)
      yield { start: first.start, end: last.end, confidence: 0.9 }
  }
}
