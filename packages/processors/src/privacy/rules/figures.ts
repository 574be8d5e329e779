/** What a run of figures is: a phone number, a card, an account and so on, by the words near it and by its shape. Pure. */

import type { CategoryId } from '../categories.ts'
import { isAba, isLuhn } from './checksums.ts'
import type { FigureKey } from './figure-keys.ts'
import { figureKeys } from './figure-keys.ts'
import type { Finding } from './finding.ts'
import { isPhoneShape } from './phone-shape.ts'
import { isQuantity } from './quantity.ts'
import type { Reading } from './reading.ts'
import { textAfter, textBefore } from './reading.ts'
import type { Figures } from './runs.ts'

export function classifyRun(reading: Reading, run: Figures): Finding | null {
  const before = textBefore(reading, run.start)
  const after = textAfter(reading, run.end)
  if (isQuantity(reading, run, before, after) || isNetworkAddress(reading.text.slice(run.start, run.end)))
    return null
  const facts: Facts = { run, before, after, isPartial: isPartial(before, after) }
  const told = nearestKey(facts)
  if (told !== null) return toFinding(reading, run, told.category, told.confidence)
  const shape = byShape(facts)
  return shape === null ? null : toFinding(reading, run, shape.category, shape.confidence)
}

/** "ten nine eight seven", "one two three four": somebody counts. */
function isCounting({ groups, isSpoken }: Figures): boolean {
  if (!isSpoken || groups.length < 3) return false
  const steps = groups.slice(1).map((group, index) => Number(group) - Number(groups[index]))
  return steps.every((step) => step === 1) || steps.every((step) => step === -1)
}

/** 192.168.0.17 */
function isNetworkAddress(text: string): boolean {
  return /^\d{1,3}(?:\.\d{1,3}){3}$/.test(text) && !/^\d{3}(?:\.\d{3}){3}$/.test(text)
}

type Facts = {
  readonly run: Figures
  readonly before: string
  readonly after: string
  readonly isPartial: boolean
}
type Verdict = { readonly category: CategoryId; readonly confidence: number }

/** Only the last digits of something were given. */
function isPartial(before: string, after: string): boolean {
  return (
    /\b(?:last|final|first) (?:four|4|five|5|three|3|six|6)\b|\bend(?:s|ing|ed)?(?: (?:in|with|on|is|the|digits|numbers?))*\s*$|(?:[x*•#]{2,}[-\s]?){1,4}$/.test(
      before,
    ) || /^\W*(?:are|is)? ?(?:the|my) last (?:four|4|digits)/.test(after)
  )
}

function nearestKey(facts: Facts): Verdict | null {
  const { run, before, after } = facts
  const isBack =
    run.letters === 0 &&
    /^[\d]{3,4}$/.test(run.digits) &&
    /^\W*(?:\w+ )?(?:on|at|from) the (?:back|signature|reverse)\b/.test(after)
  if (isBack) return { category: 20, confidence: 0.95 }
  // "…expires 06/31 and the code is 905": after a card's expiry a code is the card's.
  const isCardCode =
    run.letters === 0 &&
    (run.digits.length === 3 || (run.digits.length === 4 && /\bamex|american express\b/.test(before))) &&
    /\b(?:code|digits|number)(?: is| are|:|,)?\s$/.test(before) &&
    /\b(?:exp\w*|thru|valid|card|visa|mastercard|amex)\b/.test(before)
  if (isCardCode) return { category: 20, confidence: 0.9 }
  const told = figureKeys.filter((key) => fits(key, facts)).flatMap((key) => mentionsOf(key, before, after))
  // The nearest word; of two that end together the one that says more: "loyalty card" is no payment card.
  told.sort((a, b) => a.distance - b.distance || b.length - a.length)
  const faint = told.find((each) => each.isFaint)
  const nearest = told.find((each) => !each.isFaint)
  // "the card on my account is" sixteen digits: no account has as many.
  const isCardLong = nearest?.category === 11 && run.letters === 0 && run.digits.length >= 15
  const clear = isCardLong ? (told.find((each) => each.category === 18) ?? nearest) : nearest
  if (clear !== undefined && (faint === undefined || clear.distance <= faint.distance + 30)) return clear
  if (faint === undefined) return null
  // "my number is" without more: by the shape, if that says something.
  return byShape(facts) ?? faint
}

type Mention = Verdict & { readonly distance: number; readonly length: number; readonly isFaint: boolean }

/** Where a key is said: at last before the figures, and right behind them. */
function mentionsOf(
  { category, pattern, isFaint = false }: FigureKey,
  before: string,
  after: string,
): Mention[] {
  const found: Mention[] = []
  const ahead = [...before.matchAll(pattern)].at(-1)
  if (ahead !== undefined) {
    const distance = before.length - ahead.index - ahead[0].length
    const confidence = isFaint ? 0.72 : distance <= 25 ? 0.95 : 0.85
    found.push({ category, confidence, distance, length: ahead[0].length, isFaint })
  }
  const behind = [...after.matchAll(pattern)].find(
    (match) =>
      match.index <= 32 &&
      link.test(after.slice(0, match.index)) &&
      // "code 1234, expires 01/30": what is said behind has figures of its own.
      !/^\W{0,3}(?:is |in |date )?\d/.test(after.slice(match.index + match[0].length)),
  )
  if (behind !== undefined) {
    found.push({
      category,
      confidence: isFaint ? 0.65 : 0.85,
      distance: behind.index + 12,
      length: behind[0].length,
      isFaint,
    })
  }
  return found
}

const link =
  /^[\s,.;)"'–-]*(?:(?:is|was|that's|that is|that was|it's|are|as|being|would be|for|on|of|from|off|=)\s+)?(?:(?:my|the|our|his|her|their|your|a)\s+)?(?:\w+\s)?$/

function fits(key: FigureKey, { run, before, isPartial: partial }: Facts): boolean {
  const areaCode = /\barea code(?: is)? $/.test(before)
  const count = run.digits.length
  const [least, most] = key.digits
  if (count > most || (run.isCardinal && count < 3)) return false
  switch (key.category) {
    case 4:
      return (count >= 7 && run.letters <= 2) || (count === 3 && areaCode)
    case 10:
      return (count + run.letters >= 5 && count >= (run.letters >= 3 ? 2 : least)) || (partial && count >= 4)
    case 11:
      return (
        (count >= 6 && count >= least) ||
        (partial && count >= 3) ||
        (run.letters > 0 && count + run.letters >= 6)
      )
    case 17:
      return count >= least || (run.letters >= 2 && count + run.letters >= 5)
    case 18:
      return (count >= 12 || (partial && count >= 3 && count <= 6)) && run.letters === 0
    case 19:
      return isExpiry(run)
    case 20:
      return (
        run.letters === 0 &&
        ((count >= least && count <= 4) || (run.isCardinal && /^[1-9]00/.test(run.digits)))
      )
    case 21:
      return run.letters === 0 && ((partial && count === 4) || (run.isSpoken ? count >= 8 : count === 9))
    case 25:
      return count >= 4 && !run.isCardinal
    default:
      return count >= least
  }
}

/** 0627, "oh six twenty seven", "ten twenty five", 6 27, 06 2027. */
export function isExpiry(run: Figures): boolean {
  const digits = run.digits.length === 3 || run.digits.length === 5 ? `0${run.digits}` : run.digits
  return run.letters === 0 && /^(?:0[1-9]|1[0-2])(?:20)?[2-4]\d$/.test(digits)
}

function byShape({ run, before }: Facts): Verdict | null {
  if (/[*•]{2,}[-\s]?$/.test(before) && run.digits.length === 4) return { category: 18, confidence: 0.8 }
  const { digits, letters } = run
  const count = digits.length
  if (letters > 0) return count >= 5 && !run.isSpoken ? { category: 17, confidence: 0.6 } : null
  if (run.isCardinal || isCounting(run)) return null
  if (count >= 13 && count <= 19 && isLuhn(digits) && /^[2-6]/.test(digits))
    return { category: 18, confidence: 0.9 }
  if (run.groups.map((group) => group.length).join('-') === '3-2-4') return { category: 21, confidence: 0.9 }
  if (isPhoneShape(run)) return { category: 4, confidence: run.hasPlus ? 0.93 : 0.75 }
  if (run.isSpoken) return spokenShape(run)
  if (count === 16 && run.groups.length === 4) return { category: 18, confidence: 0.8 }
  if (count === 9 && isAba(digits) && /\b(?:bank|wire|transfer|deposit)\b/.test(before))
    return { category: 11, confidence: 0.8 }
  if (count >= 7 || (count >= 6 && run.groups.length === 1)) return { category: 17, confidence: 0.62 }
  return null
}

function spokenShape({ digits, groups }: Figures): Verdict | null {
  const count = digits.length
  // "nineteen eighty four" is a year, and years are the business of dates.
  if (count === 4 && groups.length <= 3 && /^(?:1[89]|20)/.test(digits) && groups[0]?.length === 2)
    return null
  if (count >= 15 && count <= 16) return { category: 18, confidence: 0.7 }
  if (count >= 9 && count <= 13 && count !== 9) return { category: 4, confidence: 0.65 }
  if (count === 7) return { category: 4, confidence: 0.6 }
  return count >= 4 ? { category: 17, confidence: 0.58 } : null
}

/** "555-0100 ext. 22", "extension four oh two". */
function overExtension(text: string, end: number): number {
  const match =
    /^,?\s?(?:ext\.?|extension|x|durchwahl|poste)\s?:?\s?(?:\d{1,6}|(?:(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)\s?){2,5})(?![\p{L}\p{N}])/iu.exec(
      text.slice(end, end + 50),
    )
  return end + (match?.[0].trimEnd().length ?? 0)
}

/** Letters in front of a number in a document belong to it: QQ 12 34 56 C, LF 529512. */
function toFinding(
  { tokens, text }: Reading,
  run: Figures,
  category: CategoryId,
  confidence: number,
): Finding {
  const front = tokens[run.from - 1]
  const isFront =
    (category === 10 || category === 11 || category === 17) &&
    front !== undefined &&
    (category === 10 ? /^[A-Z]{1,8}$/ : /^[A-Z]{1,4}$/).test(front.text) &&
    !/^(?:ID|NO|PIN|DL|IBAN|SSN|BIC|ABA|I|A|NR|DOB|PO|VIN|BSB|NHS|MRN|REF|LICENSE|LICENCE|NUMBER)$/.test(
      front.text,
    )
  return {
    start: isFront ? front.start : run.start,
    end: category === 4 ? overExtension(text, run.end) : run.end,
    category,
    confidence,
  }
}
