/** Bank and licence codes that are recognizable by their form: IBAN, BIC, IFSC, British driving licences. */

import { Category } from '../../categories.ts'
import type { Detection, Detector } from '../detector.ts'
import { detected } from '../detector.ts'
import {
  accountBefore,
  bic,
  bicBefore,
  bicLabel,
  britishDrivingLicence,
  iban,
  indianBankCode,
} from '../patterns/codes.data.ts'
import type { AnalyzedText } from '../text/analyzed-text.ts'
import { textBefore } from '../text/analyzed-text.ts'
import { isIban } from './checksums.ts'

export const bankCodeDetector: Detector = {
  id: 'bank-codes',
  categories: [Category.bankDetails, Category.drivingLicence],
  ignoresInside: ['email'],
  examples: [
    ['Refund to DE89 3704 0044 0532 0130 00.', 'bank-details: DE89 3704 0044 0532 0130 00'],
    ['The BIC is DEUTDEFF.', 'bank-details: DEUTDEFF'],
    ['It says MORGA657054SM9IJ on it.', 'driving-licence: MORGA657054SM9IJ'],
    ['The word SOMEBODY is in capitals.'],
  ],
  *detect(analyzed) {
    const { text } = analyzed
    for (const match of text.matchAll(iban.regex)) yield* ibanIn(analyzed, match)
    for (const match of text.matchAll(bic.regex)) {
      const isAnnounced = bicBefore.regex.test(textBefore(analyzed, match.index, 50))
      if (isAnnounced && /^[A-Z]{6}|\d/.test(match[0].toUpperCase()) && !bicLabel.regex.test(match[0]))
        yield detected(match, Category.bankDetails, 0.95)
    }
    for (const match of text.matchAll(indianBankCode.regex)) yield detected(match, Category.bankDetails, 0.9)
    for (const match of text.matchAll(britishDrivingLicence.regex))
      if (/[a-z]/i.test(match[0].slice(0, 5))) yield detected(match, Category.drivingLicence, 0.9)
  },
}

function* ibanIn(analyzed: AnalyzedText, match: RegExpExecArray): Generator<Detection> {
  const [length, isValid] = longestIban(match[0])
  const isAnnounced = accountBefore.regex.test(textBefore(analyzed, match.index, 60))
  const hasAdjacentDigits = /^[A-Z]{2}\d|^[a-z]{2}\d/.test(match[0])
  const range = { start: match.index, end: match.index + length, category: Category.bankDetails }
  if (isValid || (isAnnounced && hasAdjacentDigits)) yield { ...range, confidence: isValid ? 0.99 : 0.9 }
  else if (/^[A-Z]{2}\d{2}/.test(match[0]) && match[0].replace(/[^0-9]/g, '').length >= 12)
    yield { ...range, confidence: 0.7 }
}

/** The pattern may include the next word: the length of the longest prefix with valid check digits. */
function longestIban(match: string): [length: number, isValid: boolean] {
  for (let end = match.length; end >= 15; end -= 1) {
    if (
      !/[\s-]/.test(match[end - 1] ?? ' ') &&
      /^(?:$|[\s-])/.test(match.slice(end)) &&
      isIban(match.slice(0, end))
    )
      return [end, true]
  }
  return [match.length, false]
}
