/** Runs of digits: written in groups, spoken one by one, or mixed with letters. */

import { measure, spelledLabels, spokenFillers, spokenMarks } from '../patterns/number-context.data.ts'
import type { AnalyzedText } from '../text/analyzed-text.ts'
import { derived } from '../text/derived.ts'
import { repeatOf } from '../text/number-words.ts'
import type { Token } from '../text/tokens.ts'

export type NumberCandidate = {
  readonly start: number
  readonly end: number
  /** The index of the first token. */
  readonly from: number
  /** As they would be typed. */
  readonly digits: string
  /** The same digits by group, as written or spoken. */
  readonly groups: readonly string[]
  readonly letters: number
  readonly isSpoken: boolean
  /** Spoken as one number instead of a sequence of digits: "two hundred", "twenty five". */
  readonly isCardinal: boolean
  readonly hasPlus: boolean
}

export type NumberRun = NumberCandidate & {
  /** The index after the last token. */
  readonly to: number
}

type Item = {
  readonly kind: 'written' | 'digit' | 'teen' | 'ten' | 'scale' | 'code' | 'letter'
  readonly digits: string
  readonly to: number
  /** Preceded by a comma and a space. */
  readonly isListed?: boolean
}

/** Longer than any number of interest; keeps a text of nothing but digits fast. */
const maxItems = 48

export const numberRuns = derived((analyzed: AnalyzedText): readonly NumberRun[] => {
  const runs: NumberRun[] = []
  const { tokens } = analyzed
  let index = 0
  while (index < tokens.length) {
    const run = readRun(analyzed, index)
    if (run === null) {
      index += 1
    } else {
      runs.push(run)
      index = run.to
    }
  }
  return runs
})

function readRun(analyzed: AnalyzedText, index: number): NumberRun | null {
  const first = itemAt(analyzed, index)
  if (first === null || first.kind === 'scale') return null
  // "the last four, eight eight oh nine": the first number is a count.
  if (/^(?:last|first|final)$/.test(analyzed.tokens[index - 1]?.key ?? '') && first.digits.length === 1)
    return null
  // A letter begins a run only if digits follow soon: "r six nine nine", "G B two nine".
  if (first.kind === 'letter' && !leadsToDigits(analyzed, index)) return null
  const items = [first]
  let to = first.to
  while (items.length < maxItems) {
    const last = items.at(-1) ?? first
    const at = skipSeparators(analyzed, last, to)
    const next = at === null ? null : itemAt(analyzed, at)
    if (next === null || at === null || !mayFollow(analyzed, items, next, at)) break
    joinItem(analyzed, items, isListed(analyzed, next, at) ? { ...next, isListed: true } : next, at)
    to = next.to
  }
  while (items.length > 1 && items.at(-1)?.kind === 'letter' && isStray(analyzed, items, to)) {
    items.pop()
    to = items.at(-1)?.to ?? to
  }
  // "100, 250 or 500" is a list; "415, 555, 2671" a number with pauses.
  const listed = items.findIndex((item) => item.isListed === true)
  if (listed > 0 && items.length < 3) {
    items.splice(listed)
    to = items.at(-1)?.to ?? to
  }
  return toRun(analyzed, index, to, items)
}

function isListed({ tokens }: AnalyzedText, item: Item, at: number): boolean {
  return item.kind === 'written' && tokens[at - 1]?.text === ',' && tokens[at]?.gap === 'space'
}

/** Reads "twenty eight" as 28, and "o" among digits as zero. */
function joinItem({ tokens }: AnalyzedText, items: Item[], next: Item, at: number): void {
  const last = items.at(-1)
  const isUnit = last?.kind === 'ten' && next.kind === 'digit' && /^[1-9]$/.test(next.digits)
  const isZero = next.kind === 'letter' && tokens[at]?.key === 'o' && last?.kind !== 'letter'
  if (isUnit) items.splice(-1, 1, { kind: 'teen', digits: `${last.digits[0]}${next.digits}`, to: next.to })
  else if (isZero) items.push({ kind: 'digit', digits: '0', to: next.to })
  else items.push(next)
}

function toRun({ tokens }: AnalyzedText, from: number, to: number, items: readonly Item[]): NumberRun | null {
  const numeric = items.filter((item) => item.kind !== 'letter')
  const first = tokens[from]
  const last = tokens[to - 1]
  if (numeric.length === 0 || first === undefined || last === undefined) return null
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
    digits: numeric.map((item) => item.digits).join(''),
    groups: numeric.map((item) => item.digits),
    letters: items.length - numeric.length + codeLetters,
    isSpoken: items.some((item) => ['digit', 'teen', 'ten', 'scale'].includes(item.kind)),
    isCardinal: isCardinal(items),
    hasPlus,
  }
}

function lettersIn(tokens: readonly Token[], items: readonly Item[], index: number): number {
  const token = tokens[(items[index]?.to ?? 0) - 1]
  return token === undefined ? 0 : token.text.replace(/\P{L}/gu, '').length
}

function itemAt(analyzed: AnalyzedText, index: number): Item | null {
  const { tokens, numbers } = analyzed
  const token = tokens[index]
  if (token === undefined) return null
  if (token.kind === 'number') return { kind: 'written', digits: token.text, to: index + 1 }
  if (token.kind === 'mixed') {
    // 555.7502x459: a number with its extension.
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

function codeItem(token: Token, index: number): Item | null {
  const isCode =
    !/^(?:cvv2|cvc2)$/.test(token.key) &&
    /\d/.test(token.text) &&
    !measure.regex.test(token.key) &&
    !/^(?:[a-z]\d{1,2}|\d+x\d+)$/i.test(token.text)
  return isCode ? { kind: 'code', digits: token.text.replace(/\D/g, ''), to: index + 1 } : null
}

/** Skips the word that spells a letter: "K as in kilo", "B for Bravo". */
function skipSpelling({ tokens }: AnalyzedText, last: Item, from: number): number {
  if (last.kind !== 'letter') return from
  const [first, second, third] = [tokens[from]?.key, tokens[from + 1]?.key, tokens[from + 2]?.kind]
  if (first === 'as' && second === 'in' && third === 'word') return from + 3
  return (first === 'for' || first === 'like') && tokens[from + 1]?.kind === 'word' ? from + 2 : from
}

/** The index of the next item of the same run; null if the run ends. */
function skipSeparators(analyzed: AnalyzedText, last: Item, from: number): number | null {
  const { tokens } = analyzed
  let at = skipSpelling(analyzed, last, from)
  let marks = ''
  let hasSpokenMark = false
  for (let steps = 0; steps < 4; steps += 1) {
    const token = tokens[at]
    if (token === undefined) return null
    if (token.gap === 'line-break') return null
    const isMark = token.kind === 'mark' && /^[-‐‑–—./(),·]$/.test(token.text)
    const isWord = token.kind === 'word' && (spokenFillers.has(token.key) || spokenMarks.has(token.key))
    if (!isMark && !isWord) break
    if (isWord && spokenMarks.has(token.key)) hasSpokenMark = true
    if (isMark) marks += (token.gap === 'none' ? '' : ' ') + token.text
    at += 1
  }
  const next = tokens[at]
  if (next === undefined || next.gap === 'line-break') return null
  const isTight = next.gap === 'none'
  if (hasSpokenMark || marks === '' || !/[.,/—]/.test(marks)) return at
  if (isTight && !marks.includes(' ')) return at
  // A comma or full stop followed by a space: a pause in speech, or a list.
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

function mayFollow(analyzed: AnalyzedText, items: readonly Item[], next: Item, at: number): boolean {
  const last = items.at(-1)
  const token = analyzed.tokens[at]
  if (last === undefined || token === undefined) return false
  if (isWholeCard(items) && next.kind === 'written') return false
  if (next.kind === 'scale')
    return last.kind === 'digit' || last.kind === 'ten' || last.kind === 'teen' || last.kind === 'written'
  if (next.kind === 'letter') {
    if (/^o$/i.test(token.text)) return true
    if (
      analyzed.tokens[at - 1]?.text === '(' ||
      analyzed.tokens[at + 1]?.text === '/' ||
      spellsLabel(analyzed, at)
    )
      return false
    const isArticle = /^[ai]$/.test(token.text)
    const after = analyzed.tokens[at + 1]
    return !isArticle || (after !== undefined && itemAt(analyzed, at + 1) !== null && after.gap === 'space')
  }
  return true
}

/** Complete: what follows a card number is its expiry or security code. */
function isWholeCard(items: readonly Item[]): boolean {
  if (!items.every((item) => item.kind === 'written')) return false
  const digits = items.map((item) => item.digits).join('')
  return digits.length === 16 || (digits.length === 15 && /^3[47]/.test(digits))
}

/** A trailing letter that is a word of the sentence: "four four two one a lot". */
function isStray(analyzed: AnalyzedText, items: readonly Item[], to: number): boolean {
  const letter = analyzed.tokens[to - 1]
  const lettersBefore = items.slice(0, -1).some((item) => item.kind === 'letter' || item.kind === 'code')
  if (letter === undefined || letter.gap === 'none') return false
  return /^[aixb]$/i.test(letter.text) ? !lettersBefore || /^[ai]$/.test(letter.text) : false
}

/** "s s n", "c v v": a spelled label for the number that follows. */
function spellsLabel({ tokens }: AnalyzedText, index: number): boolean {
  const letters = tokens.slice(index, index + 4).map((token) => token.key)
  return [2, 3, 4].some(
    (count) =>
      spelledLabels.has(letters.slice(0, count).join('')) &&
      letters.slice(0, count).every((letter) => letter.length === 1),
  )
}

function leadsToDigits(analyzed: AnalyzedText, index: number): boolean {
  const { tokens } = analyzed
  if (tokens[index - 1]?.text === '/' && tokens[index]?.gap === 'none') return false
  // Nor from the middle of a spelled label, whose rest would look like a code.
  if ([0, 1, 2, 3].some((back) => index >= back && spellsLabel(analyzed, index - back))) return false
  let at = index
  let letters = 0
  while (itemAt(analyzed, at)?.kind === 'letter' && letters < 10) {
    at += 1
    letters += 1
    at = skipSpelling(analyzed, { kind: 'letter', digits: '', to: at }, at)
    const mark = tokens[at]
    if (mark !== undefined && /^[-.,]$/.test(mark.text)) at += 1
  }
  const next = itemAt(analyzed, at)
  if (next === null || next.kind === 'scale' || next.kind === 'letter' || tokens[at]?.gap === 'line-break')
    return false
  const isArticle = letters === 1 && /^[aio]$/i.test(tokens[index]?.text ?? '')
  const second = itemAt(analyzed, next.to)
  return !isArticle || (second !== null && second.kind !== 'letter' && second.kind !== 'scale')
}

/** One number in words, up to the thousands. */
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
