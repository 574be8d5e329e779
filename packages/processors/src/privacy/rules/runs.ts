/** Runs of figures: digits in groups, spoken digits, and codes that mix them with letters. Pure. */

import { repeatOf } from './number-words.ts'
import type { Reading } from './reading.ts'
import type { Token } from './tokens.ts'

export type Figures = {
  readonly start: number
  readonly end: number
  /** The first token. */
  readonly from: number
  /** The digits alone, as they would be typed. */
  readonly digits: string
  /** The same by group, as they were written or spoken. */
  readonly groups: readonly string[]
  readonly letters: number
  readonly isSpoken: boolean
  /** Spoken, and one number rather than a sequence of digits: "two hundred", "twenty five". */
  readonly isCardinal: boolean
  readonly hasPlus: boolean
}

export type Run = Figures & {
  /** The token after the last. */
  readonly to: number
}

type Item = {
  readonly kind: 'written' | 'digit' | 'teen' | 'ten' | 'scale' | 'code' | 'letter'
  readonly digits: string
  readonly to: number
  /** A comma and a blank are before it. */
  readonly isListed?: boolean
}

/** No number of anybody's is longer; a text of nothing but digits must not take long. */
const maxItems = 48

export function findRuns(reading: Reading): Run[] {
  const runs: Run[] = []
  const { tokens } = reading
  let index = 0
  while (index < tokens.length) {
    const run = readRun(reading, index)
    if (run === null) {
      index += 1
    } else {
      runs.push(run)
      index = run.to
    }
  }
  return runs
}

function readRun(reading: Reading, index: number): Run | null {
  const first = itemAt(reading, index)
  if (first === null || first.kind === 'scale') return null
  // "the last four, eight eight oh nine": the first number says how many follow.
  if (/^(?:last|first|final)$/.test(reading.tokens[index - 1]?.key ?? '') && first.digits.length === 1)
    return null
  // A letter begins a run only when figures follow soon: "r six nine nine", "G B two nine".
  if (first.kind === 'letter' && !leadsToFigures(reading, index)) return null
  const items = [first]
  let to = first.to
  while (items.length < maxItems) {
    const last = items.at(-1) ?? first
    const at = overSeparators(reading, last, to)
    const next = at === null ? null : itemAt(reading, at)
    if (next === null || at === null || !mayFollow(reading, items, next, at)) break
    joinItem(reading, items, isListed(reading, next, at) ? { ...next, isListed: true } : next, at)
    to = next.to
  }
  while (items.length > 1 && items.at(-1)?.kind === 'letter' && isStray(reading, items, to)) {
    items.pop()
    to = items.at(-1)?.to ?? to
  }
  // "100, 250 or 500" is a list; "415, 555, 2671" a number with pauses.
  const listed = items.findIndex((item) => item.isListed === true)
  if (listed > 0 && items.length < 3) {
    items.splice(listed)
    to = items.at(-1)?.to ?? to
  }
  return toRun(reading, index, to, items)
}

function isListed({ tokens }: Reading, item: Item, at: number): boolean {
  return item.kind === 'written' && tokens[at - 1]?.text === ',' && tokens[at]?.gap === 'blank'
}

/** "twenty eight" is 28, and "o" among digits a zero. */
function joinItem({ tokens }: Reading, items: Item[], next: Item, at: number): void {
  const last = items.at(-1)
  const isUnit = last?.kind === 'ten' && next.kind === 'digit' && /^[1-9]$/.test(next.digits)
  const isZero = next.kind === 'letter' && tokens[at]?.key === 'o' && last?.kind !== 'letter'
  if (isUnit) items.splice(-1, 1, { kind: 'teen', digits: `${last.digits[0]}${next.digits}`, to: next.to })
  else if (isZero) items.push({ kind: 'digit', digits: '0', to: next.to })
  else items.push(next)
}

function toRun({ tokens }: Reading, from: number, to: number, items: readonly Item[]): Run | null {
  const figures = items.filter((item) => item.kind !== 'letter')
  const first = tokens[from]
  const last = tokens[to - 1]
  if (figures.length === 0 || first === undefined || last === undefined) return null
  const codeLetters = items.reduce(
    (sum, item, index) => sum + (item.kind === 'code' ? lettersIn(tokens, items, index) : 0),
    0,
  )
  const plus = tokens[from - 1]
  const hasPlus = plus !== undefined && ((plus.text === '+' && first.gap === 'none') || plus.key === 'plus')
  const opens = plus?.text === '(' && first.gap === 'none'
  const start = hasPlus || opens ? plus.start : first.start
  return {
    start,
    end: last.end,
    from,
    to,
    digits: figures.map((item) => item.digits).join(''),
    groups: figures.map((item) => item.digits),
    letters: items.length - figures.length + codeLetters,
    isSpoken: items.some((item) => ['digit', 'teen', 'ten', 'scale'].includes(item.kind)),
    isCardinal: isCardinal(items),
    hasPlus,
  }
}

function lettersIn(tokens: readonly Token[], items: readonly Item[], index: number): number {
  const token = tokens[(items[index]?.to ?? 0) - 1]
  return token === undefined ? 0 : token.text.replace(/\P{L}/gu, '').length
}

function itemAt(reading: Reading, index: number): Item | null {
  const { tokens, numbers } = reading
  const token = tokens[index]
  if (token === undefined) return null
  if (token.kind === 'number') return { kind: 'written', digits: token.text, to: index + 1 }
  if (token.kind === 'mixed') {
    // 555.7502x459: the extension belongs to the number.
    const extended =
      token.gap === 'none' && tokens[index - 1]?.kind === 'mark'
        ? /^(\d{3,4})x\d{1,5}$/i.exec(token.text)?.[1]
        : undefined
    return extended === undefined
      ? codeItem(token, index)
      : { kind: 'written', digits: extended, to: index + 1 }
  }
  if (token.kind !== 'word') return null
  const word = numbers.get(token.key)
  if (word !== undefined) return { kind: word.kind, digits: word.digits, to: index + 1 }
  const repeat = repeatOf(token.key)
  if (repeat !== undefined) {
    const next = tokens[index + 1]
    const digit =
      next?.kind === 'number' && next.text.length === 1 ? next.text : numbers.get(next?.key ?? '')?.digits
    const zero = digit ?? (next?.key === 'o' ? '0' : undefined)
    return zero?.length === 1 ? { kind: 'digit', digits: zero.repeat(repeat), to: index + 2 } : null
  }
  if (token.text.length === 1 && /[a-z]/i.test(token.text))
    return { kind: 'letter', digits: '', to: index + 1 }
  return null
}

const measured =
  /^\d{1,6}(?:st|nd|rd|th|s|er|k|m|x|p|px|am|pm|yo|y|yrs?|mins?|h|hrs?|km|kg|g|mg|ml|l|cm|mm|gb|mb|tb|kb|hz|ghz|mhz|mah|lbs?|ft|in|oz|fps|dpi|ish|f|w|kw|v|c|d|bn|e|mph|kmh|usd|eur|gbp)$/

function codeItem(token: Token, index: number): Item | null {
  const isCode =
    !/^(?:cvv2|cvc2)$/.test(token.key) &&
    /\d/.test(token.text) &&
    !measured.test(token.key) &&
    !/^(?:[a-z]\d{1,2}|\d+x\d+)$/i.test(token.text)
  return isCode ? { kind: 'code', digits: token.text.replace(/\D/g, ''), to: index + 1 } : null
}

const fillers = /^(?:um|uh|er|erm|uhm|ehm|hmm)$/
const spokenMarks = /^(?:dash|hyphen|space|slash|stroke|dot|minus|bindestrich|guion|tiret|punkt|point|punto)$/

/** "K as in kilo", "B for Bravo": over the word that says which letter was meant. */
function overSpelling({ tokens }: Reading, last: Item, from: number): number {
  if (last.kind !== 'letter') return from
  const [first, second, third] = [tokens[from]?.key, tokens[from + 1]?.key, tokens[from + 2]?.kind]
  if (first === 'as' && second === 'in' && third === 'word') return from + 3
  return (first === 'for' || first === 'like') && tokens[from + 1]?.kind === 'word' ? from + 2 : from
}

/** The index of the next figure of the same run, or null when something else comes. */
function overSeparators(reading: Reading, last: Item, from: number): number | null {
  const { tokens } = reading
  let at = overSpelling(reading, last, from)
  let marks = ''
  let isSaid = false
  for (let steps = 0; steps < 4; steps += 1) {
    const token = tokens[at]
    if (token === undefined) return null
    if (token.gap === 'break') return null
    const isMark = token.kind === 'mark' && /^[-‐‑–—./(),·]$/.test(token.text)
    const isWord = token.kind === 'word' && (fillers.test(token.key) || spokenMarks.test(token.key))
    if (!isMark && !isWord) break
    if (isWord && spokenMarks.test(token.key)) isSaid = true
    if (isMark) marks += (token.gap === 'none' ? '' : ' ') + token.text
    at += 1
  }
  const next = tokens[at]
  if (next === undefined || next.gap === 'break') return null
  const isTight = next.gap === 'none'
  if (isSaid || marks === '' || !/[.,/—]/.test(marks)) return at
  if (isTight && !marks.includes(' ')) return at
  // A comma or a full stop with a blank: pauses in what was spoken, or a list.
  const isPause = /^[.,]$/.test(marks.trim()) || /^(?:\s?[-–/]){1,2}$/.test(marks)
  if (!isPause) return null
  if (last.kind !== 'written' && last.kind !== 'code') return marks.trim() === '.' ? null : at
  const isGroup = (digits: string) => digits.length >= 3 && digits.length <= 4
  return marks.trim() === ',' && isGroup(last.digits) && next.kind === 'number' && isGroup(next.text)
    ? at
    : marks.includes('/') || marks.includes('-') || marks.includes('–')
      ? at
      : null
}

function mayFollow(reading: Reading, items: readonly Item[], next: Item, at: number): boolean {
  const last = items.at(-1)
  const token = reading.tokens[at]
  if (last === undefined || token === undefined) return false
  if (isWholeCard(items) && next.kind === 'written') return false
  if (next.kind === 'scale')
    return last.kind === 'digit' || last.kind === 'ten' || last.kind === 'teen' || last.kind === 'written'
  if (next.kind === 'letter') {
    if (/^o$/i.test(token.text)) return true
    if (
      reading.tokens[at - 1]?.text === '(' ||
      reading.tokens[at + 1]?.text === '/' ||
      spellsKey(reading, at)
    )
      return false
    const isArticle = /^[ai]$/.test(token.text)
    const after = reading.tokens[at + 1]
    return !isArticle || (after !== undefined && itemAt(reading, at + 1) !== null && after.gap === 'blank')
  }
  return true
}

/** What follows the sixteen digits of a card is its expiry or its code. */
function isWholeCard(items: readonly Item[]): boolean {
  if (!items.every((item) => item.kind === 'written')) return false
  const digits = items.map((item) => item.digits).join('')
  return digits.length === 16 || (digits.length === 15 && /^3[47]/.test(digits))
}

/** A letter at the end that begins the next words: "four four two one a lot". */
function isStray(reading: Reading, items: readonly Item[], to: number): boolean {
  const letter = reading.tokens[to - 1]
  const lettersBefore = items.slice(0, -1).some((item) => item.kind === 'letter' || item.kind === 'code')
  if (letter === undefined || letter.gap === 'none') return false
  return /^[aixb]$/i.test(letter.text) ? !lettersBefore || /^[ai]$/.test(letter.text) : false
}

/** "s s n", "c v v": letters that say what follows and are no part of it. */
function spellsKey({ tokens }: Reading, index: number): boolean {
  const letters = tokens.slice(index, index + 4).map((token) => token.key)
  return [2, 3, 4].some(
    (count) =>
      /^(?:ssn|cvv|cvc|csc|dl|pin|id|dob|iban|bic|otp|vin|pnr|zip)$/.test(letters.slice(0, count).join('')) &&
      letters.slice(0, count).every((letter) => letter.length === 1),
  )
}

function leadsToFigures(reading: Reading, index: number): boolean {
  const { tokens } = reading
  if (tokens[index - 1]?.text === '/' && tokens[index]?.gap === 'none') return false
  // From the middle of such a word its rest would look like a code: neither there.
  if ([0, 1, 2, 3].some((back) => index >= back && spellsKey(reading, index - back))) return false
  let at = index
  let letters = 0
  while (itemAt(reading, at)?.kind === 'letter' && letters < 10) {
    at += 1
    letters += 1
    at = overSpelling(reading, { kind: 'letter', digits: '', to: at }, at)
    const mark = tokens[at]
    if (mark !== undefined && /^[-.,]$/.test(mark.text)) at += 1
  }
  const next = itemAt(reading, at)
  if (next === null || next.kind === 'scale' || next.kind === 'letter' || tokens[at]?.gap === 'break')
    return false
  const isArticle = letters === 1 && /^[aio]$/i.test(tokens[index]?.text ?? '')
  const second = itemAt(reading, next.to)
  return !isArticle || (second !== null && second.kind !== 'letter' && second.kind !== 'scale')
}

/** One number as one says it, up to the thousands; or a single small one. */
function isCardinal(items: readonly Item[]): boolean {
  if (items.some((item) => item.kind === 'written' || item.kind === 'code' || item.kind === 'letter'))
    return false
  const shape = items
    .map((item) =>
      item.kind === 'scale' ? (item.digits === '00' ? 'h' : 'k') : item.kind === 'digit' ? 'd' : 't',
    )
    .join('')
  const isRepeated = items.some((item) => item.kind === 'digit' && item.digits.length > 1)
  return !isRepeated && /^(?:[dt]k)?(?:[dt]h)?[dt]?$/.test(shape)
}
