/** Which dates are somebody's birth, which a card's expiry, and which just a date. Pure. */

import type { FoundDate } from './dates.ts'
import { isExpiry } from './figures.ts'
import type { Finding } from './finding.ts'
import { overlaps } from './finding.ts'
import type { Reading } from './reading.ts'
import { textAfter, textBefore } from './reading.ts'
import type { Run } from './runs.ts'

const birth =
  'born|(?:had|have|having|got) (?:a|our|my|her|his) (?:baby|son|daughter|twins)|[a-z]+ baby|birth ?dates?|birth ?days?|birth ?year|dates? of birth|year of birth|d\\.? ?o\\.? ?b\\.?|b-?days?|birth|birthed|gave birth|delivered|came into (?:the|this) world|geboren|geburtsdatum|geburtstag|geburtsjahr|geb\\.?|jahrgang|nacid[oa]|naci|nacio|nacimiento|cumpleanos|(?:suis|est|etes) nee?|nee? (?:le|en)|nee|naissance|anniversaire|nat[oa]|nascita|compleanno|nascid[oa]|nasci|nasceu|nascimento|aniversario|geboortedatum|verjaardag|jarig|urodzon[ya]|urodzin\\w*|urodzenia'
const birthBefore = new RegExp(`(?:\\b(?:${birth})|\\bb\\.|\\*)(?![a-z])(?!ing)([^]*)$`)
const birthAfter = new RegExp(
  `^[\\s,)(–-]*(?:(?!what|which|your\\b|goes|then|asked|and\\b)[a-z']+\\s){0,4}?(?:${birth}|babies|baby)(?![a-z])`,
)
/** What happened on the date instead, if it is between the word for birth and the date. */
const otherEvent =
  /\b(?:moved|started|joined|bought|graduated|married|wedding|since|came|left|arrived|died|dead|passed|signed|diagnosed|became|enrolled|visited|hired|retired|opened|appointment|appt|visit|interview|today|deadline|due|expires?|expiry|issued|updated|created|submitted|sent|called|met|party|meeting)\b/
const expiry =
  /\b(?:exp(?:iry|ires?|iration|iring|ired|irey)?|(?:valid|good) (?:thru|through|until|till|til|to)|validity|laps(?:es|ing)|runs out|ablaufdatum|gultig|lauft ab|caduca\w*|caducidad|vence\w*|vencimiento|expir\w+|scade\w*|scadenza|validade|vervaldatum|thru)\b\.?[^.!?\d]{0,32}$|\bvalid from [^a-z]{4,12} (?:until|to|till|through|thru)\s$/
/** Things besides cards that expire. */
const otherPaper =
  /\b(?:passport|licen[cs]e|permit|contract|lease|subscription|coupon|voucher|offer|membership|warranty|insurance|policy|trial|domain|certificate|deal|promotion|milk|food|work visa|student visa|tourist visa)\b/
const cardWord =
  /\b(?:card|visa|mastercard|amex|american express|discover|maestro|cvv|cvc|security code|debit|credit|kreditkarte|karte|tarjeta|carte|carta|cartao)\b/

export function classifyDates(
  reading: Reading,
  dates: readonly FoundDate[],
  runs: readonly Run[],
  cards: readonly Finding[],
): Finding[] {
  const found: Finding[] = []
  for (const date of dates) {
    const previous = found.at(-1)
    const kind = kindOf(reading, date, cards, previous)
    if (kind !== null) found.push({ start: date.start, end: date.end, ...kind })
  }
  return [...found, ...birthRuns(reading, runs, found), ...cardTails(reading, cards)]
}

/** "4111 1111 1111 1111 12/27 123": expiry and code right behind a card, without a word. */
function* cardTails(reading: Reading, cards: readonly Finding[]): Generator<Finding> {
  for (const card of cards) {
    const rest = reading.text.slice(card.end, card.end + 40)
    const tail =
      /^([\s,;|(]{1,3})((?:0?[1-9]|1[0-2])\s?[/-]\s?(?:20)?[2-4]\d)(?:([\s,;|]{1,3})(\d{3,4})(?!\d))?(?!\d)/.exec(
        rest,
      )
    if (tail === null) continue
    const [, gap = '', expiryText = '', secondGap = '', code] = tail
    const start = card.end + gap.length
    const end = start + expiryText.length
    yield { start, end, category: 19, confidence: 0.97 }
    if (code !== undefined)
      yield {
        start: end + secondGap.length,
        end: end + secondGap.length + code.length,
        category: 20,
        confidence: 0.97,
      }
  }
}

type Kind = { readonly category: 3 | 19 | 22; readonly confidence: number }

function kindOf(
  reading: Reading,
  date: FoundDate,
  cards: readonly Finding[],
  previous: Finding | undefined,
): Kind | null {
  const before = textBefore(reading, date.start, 80)
  const after = textAfter(reading, date.end, 60)
  if (isExpiryDate(reading, date, before, after, cards)) return { category: 19, confidence: 0.94 }
  if (isBirth(before, after)) return { category: 3, confidence: 0.93 }
  const between = previous === undefined ? null : reading.text.slice(previous.end, date.start)
  if (
    previous?.category === 3 &&
    between !== null &&
    /^\s*,?\s*(?:and|or|&|y|und|et|e)?\s*(?:the |in |on )?$/.test(between)
  )
    return { category: 3, confidence: 0.8 }
  return date.isWeak ? null : { category: 22, confidence: 0.9 }
}

function isBirth(before: string, after: string): boolean {
  const lead = birthBefore.exec(before)?.[1]
  if (lead !== undefined && lead.length <= 60 && !otherEvent.test(lead) && !/\d{3}/.test(lead)) return true
  return birthAfter.test(after) && !otherEvent.test(after.slice(0, 30))
}

function isExpiryDate(
  reading: Reading,
  date: FoundDate,
  before: string,
  after: string,
  cards: readonly Finding[],
): boolean {
  const text = reading.text.slice(date.start, date.end)
  const near = cards.find((card) => date.start >= card.end && date.start - card.end <= 14)
  if (near !== undefined && /^(?:0?[1-9]|1[0-2])\s?[/-]\s?(?:20)?[2-4]\d$/.test(text)) return true
  if (/^(?:19|200|201)\d/.test(text) || /^\d{1,2}[-/.]\d{1,2}[-/.]\d+$/.test(text)) return false
  const told =
    expiry.test(before) || /^\W*(?:is|was|as)? ?(?:the|my|its|it's)? ?(?:exp\b|expiry|expiration)/.test(after)
  if (!told) return false
  const around = `${before} ${after}`
  return cardWord.test(around) || cards.length > 0 || !otherPaper.test(around)
}

/** Dates of birth in figures that nobody would take for a date elsewhere: "oh three fourteen eighty five", 031485. */
function* birthRuns(reading: Reading, runs: readonly Run[], dates: readonly Finding[]): Generator<Finding> {
  for (const run of runs) {
    if (run.letters > 0 || run.isCardinal) continue
    if (dates.some((date) => overlaps(date, run) && (date.start < run.start || date.end > run.end))) continue
    if (!isDateRun(run)) continue
    if (isBirth(textBefore(reading, run.start, 60), textAfter(reading, run.end, 50)))
      yield { start: run.start, end: run.end, category: 3, confidence: 0.96 }
  }
}

function isDateRun({ digits, groups, isSpoken }: Run): boolean {
  if (/^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/.test(digits)) return true
  if (
    /^(?:0?[1-9]|[12]\d|3[01])(?:0?[1-9]|[12]\d|3[01])(?:(?:19|20)?\d\d)$/.test(digits) &&
    digits.length >= 4
  )
    return isSpoken || groups.length > 1 || digits.length >= 6
  return isSpoken && digits.length >= 4 && digits.length <= 8
}

/** "expires oh six twenty seven": expiries that are no dates by their form. */
export function expiryRuns(reading: Reading, runs: readonly Run[], cards: readonly Finding[]): Finding[] {
  const found: Finding[] = []
  for (const run of runs) {
    if (!isExpiry(run)) continue
    const before = textBefore(reading, run.start, 70)
    const after = textAfter(reading, run.end, 40)
    const around = `${before} ${after}`
    const told =
      expiry.test(before) || /^\W*(?:is|was|as)? ?(?:the|my|its)? ?(?:exp\b|expiry|expiration)/.test(after)
    if (told && (cardWord.test(around) || cards.length > 0 || !otherPaper.test(around)))
      found.push({ start: run.start, end: run.end, category: 19, confidence: 0.96 })
  }
  return found
}
