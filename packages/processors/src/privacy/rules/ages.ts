/** How old somebody is, in the many ways it is said. Pure. */

import type { Facts } from './age-judge.ts'
import { judgeAge } from './age-judge.ts'
import { anotherOne, decadeNames, unitAfter } from './age-words.ts'
import type { Finding } from './finding.ts'
import { readCardinal, readOrdinal } from './numbers.ts'
import type { Reading } from './reading.ts'
import { textAfter, textBefore } from './reading.ts'

export function findAges(reading: Reading, persons: readonly Finding[]): Finding[] {
  const found: Finding[] = []
  for (const age of [...numbersAsAges(reading, persons), ...phrases(reading), ...birthdays(reading)]) {
    found.push({ ...age, category: 23 })
  }
  return found
}

type Age = { readonly start: number; readonly end: number; readonly confidence: number }

function* numbersAsAges(reading: Reading, persons: readonly Finding[]): Generator<Age> {
  const { tokens, text } = reading
  let lastEnd = -1
  for (let index = 0; index < tokens.length; index += 1) {
    const number = readCardinal(reading, index)
    const first = tokens[index]
    const last = tokens[(number?.to ?? 0) - 1]
    if (number === null || first === undefined || last === undefined) continue
    index = number.to - 1
    if (number.value > 120 || /^0\d/.test(first.text)) continue
    const before = textBefore(reading, first.start, 70)
    const after = textAfter(reading, last.end, 40)
    const facts: Facts = {
      value: number.value,
      before,
      after,
      person: personBefore(persons, text, first.start),
    }
    const age = judgeAge(facts)
    const isSecond = first.start - lastEnd < 40 && anotherOne.test(before) && /^\s*(?:$|[.,;!?)])/.test(after)
    const isNext =
      lastEnd >= 0 && (isSecond || isChain(text.slice(lastEnd, first.start))) && !unitAfter.test(after)
    if (age === null && !isNext) continue
    const start = age?.isRange === true ? rangeStart(reading, first.start) : first.start
    const end = last.end + (age?.tail ?? 0)
    yield { start, end: Math.min(end, text.length), confidence: age?.confidence ?? 0.7 }
    lastEnd = end
  }
}

/** What is between a person's name and the number, if nothing else is. */
function personBefore(persons: readonly Finding[], text: string, start: number): string | null {
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

/** "4 and 7", "4, 7 and 12", "25-34". */
function isChain(between: string): boolean {
  return /^\s*(?:,|and|or|&|to|-|–|,\s*and|, the other(?: one)?(?: is)?|,?\s*(?:almost|nearly|soon|going on|maybe|turning|or rather)|y|und|et)\s*$/.test(
    between,
  )
}

/** "25 to 34 years old", "between 25 and 34 years old". */
function rangeStart(reading: Reading, start: number): number {
  const slice = reading.text.slice(Math.max(0, start - 24), start)
  const range =
    /(?<![\d.,$])(?:\d{1,2}|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?:[\s-](?:one|two|three|four|five|six|seven|eight|nine))?)-?\s?(?:-|–|to|and|or)\s?$/i.exec(
      slice,
    )
  return range === null ? start : start - range[0].length
}

const decade = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?:early|mid|middle|late|upper|lower)(?:[\\s-]+to[\\s-]+(?:mid|late))?[\\s-]*)?(?:${decadeNames}|(?:[2-9]0|1[0-9])['’]?s)(?![\\p{L}\\p{N}])`,
  'giu',
)
const something =
  /(?<![\p{L}\p{N}])(?:(?:[2-9]0|twenty|thirty|forty|fifty|sixty|seventy|eighty)[\s-]?(?:something|odd)s?|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty)[\s-]?ish|[2-9]\d-?ish|(?:anfang|mitte|ende)\s(?:zwanzig|dreissig|dreißig|vierzig|funfzig|fünfzig|sechzig|siebzig|achtzig|[2-8]0)|(?:vingtaine|trentaine|quarantaine|cinquantaine|soixantaine|treintañer[oa]|cuarent[oó]n\w*)|big[\s-](?:three|four|five|six|seven|eight|3|4|5|6|7|8)[\s-]?(?:oh|o|0)|sweet sixteen)(?![\p{L}\p{N}])/giu
const sexed = /(?<=^|[(\s,;:/|])(?:\d{2}\s?(?:yo|y\/o)?\s?[MF]|[MF]\s?\/?\s?\d{2})(?=$|[),;:/|\s.])/g
const measured = /(?<![\p{L}\p{N}.])\d{1,3}(?:yo|y|yrs?|yr-old)(?![\p{L}\p{N}])/giu

function* phrases(reading: Reading): Generator<Age> {
  const { text } = reading
  for (const match of text.matchAll(decade)) {
    const before = textBefore(reading, match.index, 36)
    const isPart = /^(?:early|mid|middle|late|upper|lower)/i.test(match[0])
    const isOwn =
      /\b(?:my|his|her|their|our|your|one's)\s$/.test(before) ||
      /\b(?:my|his|her|their|our|your) (?:early |mid |late )?(?:[a-z]+ies|\d0'?s) (?:and|or|to) $/.test(
        before,
      )
    const isEra = /\b(?:the|since|in)\s$/.test(before) || /^['’]/.test(match[0])
    if (isOwn || (isPart && !isEra && /s$/i.test(match[0])))
      yield { start: match.index, end: match.index + match[0].length, confidence: 0.9 }
  }
  for (const match of text.matchAll(something))
    yield { start: match.index, end: match.index + match[0].length, confidence: 0.85 }
  for (const match of text.matchAll(measured)) {
    const after = textAfter(reading, match.index + match[0].length, 20)
    if (/yo$/i.test(match[0]) || /^\s?old\b/.test(after))
      yield { start: match.index, end: match.index + match[0].length, confidence: 0.85 }
  }
  for (const match of text.matchAll(sexed)) {
    const before = textBefore(reading, match.index, 14)
    const isEnclosed =
      /(?:\(|^|\b(?:i'm|i am|im|am|participant|respondent|a|p\d+)[\s,:]*\(?|[,;|/]\s?)$/.test(before) &&
      !/[$€£]\s?$/.test(before)
    if (isEnclosed && !/^[MF]\s\d/.test(match[0]))
      yield { start: match.index, end: match.index + match[0].length, confidence: 0.75 }
  }
}

/** "my fortieth birthday", "her 21st". */
function* birthdays(reading: Reading): Generator<Age> {
  const { tokens } = reading
  for (const index of tokens.keys()) {
    const ordinal = readOrdinal(reading, index)
    const first = tokens[index]
    const last = tokens[(ordinal?.to ?? 0) - 1]
    if (ordinal === null || first === undefined || last === undefined) continue
    const after = textAfter(reading, last.end, 24)
    const isBirthday =
      /^\s(?:birthday|b-?day|bday|year of life|geburtstag|verjaardag)\b/.test(after) ||
      /^\.? (?:geburtstag)\b/.test(after)
    const isParty =
      ordinal.value >= 13 &&
      /\b(?:(?:mum|mom|dad|mother|father|wife|husband|brother|sister|friend|grandma|grandpa|nan|gran|partner|son|daughter|aunt|uncle|boss)'s|my|her|his|celebrated (?:my|her|his)) $/.test(
        textBefore(reading, first.start, 30),
      ) &&
      /^(?:\s*$|[.,!?]| (?:is|was|party|next|last|this|in|on|with|and|celebration)\b)/.test(after)
    if ((isBirthday && ordinal.value > 0) || isParty)
      yield { start: first.start, end: last.end, confidence: 0.9 }
  }
}
