/** Codes of letters and digits (2023-CV-10442), phone numbers that spell a word (1-800-FLOWERS) and number plates. */

import { Category } from '../../categories.ts'
import type { Detector } from '../detector.ts'
import { detected } from '../detector.ts'
import { britishNumberPlate, referenceCode, vanityPhoneNumber } from '../patterns/codes.data.ts'
import type { AnalyzedText } from '../text/analyzed-text.ts'
import { classifyNumber } from './number-kinds.ts'
import type { NumberCandidate } from './number-runs.ts'

export const referenceCodeDetector: Detector = {
  id: 'reference-codes',
  categories: [
    Category.numberSequence,
    Category.phoneNumber,
    Category.drivingLicence,
    Category.bankDetails,
    Category.location,
  ],
  ignoresInside: ['email'],
  examples: [
    ['The case number is 2023-CV-10442.', 'number: 2023-CV-10442'],
    ['Just call 1-800-FLOWERS.', 'phone: 1-800-FLOWERS'],
    ['The car was LB19 XYZ.', 'number: LB19 XYZ'],
    ['It was a co-op.'],
  ],
  *detect(analyzed) {
    for (const match of analyzed.text.matchAll(referenceCode.regex)) {
      const candidate = toCandidate(analyzed, match)
      const detection = candidate === null ? null : classifyNumber(analyzed, candidate)
      if (detection !== null) yield { ...detection, confidence: Math.min(0.97, detection.confidence + 0.01) }
    }
    for (const match of analyzed.text.matchAll(vanityPhoneNumber.regex))
      yield detected(match, Category.phoneNumber, 0.9)
    for (const match of analyzed.text.matchAll(britishNumberPlate.regex))
      yield detected(match, Category.numberSequence, 0.8)
  },
}

function toCandidate({ tokens }: AnalyzedText, match: RegExpExecArray): NumberCandidate | null {
  const letters = match[0].replace(/[^A-Z]/g, '').length
  const digits = match[0].replace(/\D/g, '')
  if (letters === 0 || digits.length < 2) return null
  return {
    start: match.index,
    end: match.index + match[0].length,
    from: tokens.findIndex((token) => token.start >= match.index),
    digits,
    groups: [digits],
    letters,
    isSpoken: false,
    isCardinal: false,
    hasPlus: false,
  }
}
