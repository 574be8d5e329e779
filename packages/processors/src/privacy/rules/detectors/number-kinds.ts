/** What kind of number a candidate is, by the cues near it and by its shape. */

import type { CategoryId } from '../../categories.ts'
import { Category } from '../../categories.ts'
import type { Detection } from '../detector.ts'
import {
  amexBefore,
  areaCodeBefore,
  backOfCardAfter,
  bankBefore,
  cardBefore,
  codeBefore,
  cueWithOwnNumber,
  linkToCueAfter,
  maskedDigitsBefore,
  numberLabels,
  partialNumberAfter,
  partialNumberBefore,
  phoneExtensionAfter,
} from '../patterns/number-context.data.ts'
import type { NumberCue } from '../patterns/number-cues.data.ts'
import { numberCues } from '../patterns/number-cues.data.ts'
import type { AnalyzedText } from '../text/analyzed-text.ts'
import { textAfter, textBefore } from '../text/analyzed-text.ts'
import { derived } from '../text/derived.ts'
import { isAba, isLuhn } from './checksums.ts'
import type { NumberCandidate } from './number-runs.ts'
import { numberRuns } from './number-runs.ts'
import { isPhoneShape } from './phone-shapes.ts'
import { isQuantity } from './quantities.ts'

export function classifyNumber(analyzed: AnalyzedText, run: NumberCandidate): Detection | null {
  const before = textBefore(analyzed, run.start)
  const after = textAfter(analyzed, run.end)
  if (isQuantity(analyzed, run, before, after) || isNetworkAddress(analyzed.text.slice(run.start, run.end)))
    return null
  const context: Context = { run, before, after, isPartial: isPartial(before, after) }
  const kind = kindByCue(context) ?? kindByShape(context)
  return kind === null ? null : toDetection(analyzed, run, kind)
}

/** The runs of digits in a text that are a number of some kind. */
export const classifiedNumbers = derived((analyzed) =>
  numberRuns(analyzed).flatMap((run) => classifyNumber(analyzed, run) ?? []),
)

/** "ten nine eight seven", "one two three four". */
function isCounting({ groups, isSpoken }: NumberCandidate): boolean {
  if (!isSpoken || groups.length < 3) return false
  const steps = groups.slice(1).map((group, index) => Number(group) - Number(groups[index]))
  return steps.every((step) => step === 1) || steps.every((step) => step === -1)
}

/** 192.168.0.17 */
function isNetworkAddress(text: string): boolean {
  return /^\d{1,3}(?:\.\d{1,3}){3}$/.test(text) && !/^\d{3}(?:\.\d{3}){3}$/.test(text)
}

type Context = {
  readonly run: NumberCandidate
  readonly before: string
  readonly after: string
  readonly isPartial: boolean
}
type Kind = { readonly category: CategoryId; readonly confidence: number }

/** Only the last digits are given. */
function isPartial(before: string, after: string): boolean {
  return partialNumberBefore.regex.test(before) || partialNumberAfter.regex.test(after)
}

function kindByCue(context: Context): Kind | null {
  const { run, before, after } = context
  const isBackOfCard =
    run.letters === 0 && /^[\d]{3,4}$/.test(run.digits) && backOfCardAfter.regex.test(after)
  if (isBackOfCard) return { category: Category.cardSecurityCode, confidence: 0.95 }
  // "…expires 06/31 and the code is 905".
  const isSecurityCode =
    run.letters === 0 &&
    (run.digits.length === 3 || (run.digits.length === 4 && amexBefore.regex.test(before))) &&
    codeBefore.regex.test(before) &&
    cardBefore.regex.test(before)
  if (isSecurityCode) return { category: Category.cardSecurityCode, confidence: 0.9 }
  const mentions = numberCues
    .filter((cue) => fits(cue, context))
    .flatMap((cue) => mentionsOf(cue, before, after))
  // Of two cues that end together the longer one decides: "loyalty card" is not a payment card.
  mentions.sort((a, b) => a.distance - b.distance || b.length - a.length)
  const generic = mentions.find((each) => each.isGeneric)
  const nearest = mentions.find((each) => !each.isGeneric)
  // "the card on my account is": no account number has 15 digits or more.
  const isCardLength =
    nearest?.category === Category.bankDetails && run.letters === 0 && run.digits.length >= 15
  const specific = isCardLength
    ? (mentions.find((each) => each.category === Category.cardNumber) ?? nearest)
    : nearest
  if (specific !== undefined && (generic === undefined || specific.distance <= generic.distance + 30))
    return specific
  if (generic === undefined) return null
  // "my number is": the shape decides, if it is a known one.
  return kindByShape(context) ?? generic
}

type Mention = Kind & { readonly distance: number; readonly length: number; readonly isGeneric: boolean }

/** The last mention of a cue before the number, and one directly after it. */
function mentionsOf(
  { category, regex, isGeneric = false }: NumberCue,
  before: string,
  after: string,
): Mention[] {
  const mentions: Mention[] = []
  const preceding = [...before.matchAll(regex)].at(-1)
  if (preceding !== undefined) {
    const distance = before.length - preceding.index - preceding[0].length
    const confidence = isGeneric ? 0.72 : distance <= 25 ? 0.95 : 0.85
    mentions.push({ category, confidence, distance, length: preceding[0].length, isGeneric })
  }
  const following = [...after.matchAll(regex)].find(
    (match) =>
      match.index <= 32 &&
      linkToCueAfter.regex.test(after.slice(0, match.index)) &&
      // "code 1234, expires 01/30": the cue belongs to the next number.
      !cueWithOwnNumber.regex.test(after.slice(match.index + match[0].length)),
  )
  if (following !== undefined) {
    mentions.push({
      category,
      confidence: isGeneric ? 0.65 : 0.85,
      distance: following.index + 12,
      length: following[0].length,
      isGeneric,
    })
  }
  return mentions
}

function fits(cue: NumberCue, { run, before, isPartial: partial }: Context): boolean {
  const isAreaCode = areaCodeBefore.regex.test(before)
  const count = run.digits.length
  const [least, most] = cue.digits
  if (count > most || (run.isCardinal && count < 3)) return false
  switch (cue.category) {
    case Category.phoneNumber:
      return (count >= 7 && run.letters <= 2) || (count === 3 && isAreaCode)
    case Category.drivingLicence:
      return (count + run.letters >= 5 && count >= (run.letters >= 3 ? 2 : least)) || (partial && count >= 4)
    case Category.bankDetails:
      return (
        (count >= 6 && count >= least) ||
        (partial && count >= 3) ||
        (run.letters > 0 && count + run.letters >= 6)
      )
    case Category.numberSequence:
      return count >= least || (run.letters >= 2 && count + run.letters >= 5)
    case Category.cardNumber:
      return (count >= 12 || (partial && count >= 3 && count <= 6)) && run.letters === 0
    case Category.cardExpiry:
      return isExpiry(run)
    case Category.cardSecurityCode:
      return (
        run.letters === 0 &&
        ((count >= least && count <= 4) || (run.isCardinal && /^[1-9]00/.test(run.digits)))
      )
    case Category.socialSecurityNumber:
      return run.letters === 0 && ((partial && count === 4) || (run.isSpoken ? count >= 8 : count === 9))
    case Category.location:
      return count >= 4 && !run.isCardinal
    default:
      return count >= least
  }
}

/** 0627, "oh six twenty seven", "ten twenty five", 6 27, 06 2027. */
export function isExpiry(run: NumberCandidate): boolean {
  const digits = run.digits.length === 3 || run.digits.length === 5 ? `0${run.digits}` : run.digits
  return run.letters === 0 && /^(?:0[1-9]|1[0-2])(?:20)?[2-4]\d$/.test(digits)
}

function kindByShape({ run, before }: Context): Kind | null {
  if (maskedDigitsBefore.regex.test(before) && run.digits.length === 4)
    return { category: Category.cardNumber, confidence: 0.8 }
  const { digits, letters } = run
  const count = digits.length
  if (letters > 0)
    return count >= 5 && !run.isSpoken ? { category: Category.numberSequence, confidence: 0.6 } : null
  if (run.isCardinal || isCounting(run)) return null
  if (count >= 13 && count <= 19 && isLuhn(digits) && /^[2-6]/.test(digits))
    return { category: Category.cardNumber, confidence: 0.9 }
  if (run.groups.map((group) => group.length).join('-') === '3-2-4')
    return { category: Category.socialSecurityNumber, confidence: 0.9 }
  if (isPhoneShape(run)) return { category: Category.phoneNumber, confidence: run.hasPlus ? 0.93 : 0.75 }
  if (run.isSpoken) return kindBySpokenShape(run)
  if (count === 16 && run.groups.length === 4) return { category: Category.cardNumber, confidence: 0.8 }
  if (count === 9 && isAba(digits) && bankBefore.regex.test(before))
    return { category: Category.bankDetails, confidence: 0.8 }
  if (count >= 7 || (count >= 6 && run.groups.length === 1))
    return { category: Category.numberSequence, confidence: 0.62 }
  return null
}

function kindBySpokenShape({ digits, groups }: NumberCandidate): Kind | null {
  const count = digits.length
  // "nineteen eighty four" is a year, which the date detector reports.
  if (count === 4 && groups.length <= 3 && /^(?:1[89]|20)/.test(digits) && groups[0]?.length === 2)
    return null
  if (count >= 15 && count <= 16) return { category: Category.cardNumber, confidence: 0.7 }
  if (count >= 9 && count <= 13 && count !== 9) return { category: Category.phoneNumber, confidence: 0.65 }
  if (count === 7) return { category: Category.phoneNumber, confidence: 0.6 }
  return count >= 4 ? { category: Category.numberSequence, confidence: 0.58 } : null
}

/** "555-0100 ext. 22", "extension four oh two". */
function endOfExtension(text: string, end: number): number {
  const match = phoneExtensionAfter.regex.exec(text.slice(end, end + 50))
  return end + (match?.[0].trimEnd().length ?? 0)
}

/** Capitals before a document number belong to it: QQ 12 34 56 C, LF 529512. */
function toDetection(
  { tokens, text }: AnalyzedText,
  run: NumberCandidate,
  { category, confidence }: Kind,
): Detection {
  const prefix = tokens[run.from - 1]
  const hasPrefix =
    (category === Category.drivingLicence ||
      category === Category.bankDetails ||
      category === Category.numberSequence) &&
    prefix !== undefined &&
    (category === Category.drivingLicence ? /^[A-Z]{1,8}$/ : /^[A-Z]{1,4}$/).test(prefix.text) &&
    !numberLabels.has(prefix.text)
  return {
    start: hasPrefix ? prefix.start : run.start,
    end: category === Category.phoneNumber ? endOfExtension(text, run.end) : run.end,
    category,
    confidence,
  }
}
