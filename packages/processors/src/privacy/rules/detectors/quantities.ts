/** Numbers that count or measure something and identify no one. */

import {
  currencyAfter,
  currencyBefore,
  numberListAfter,
  pluralNounAfter,
  unitAfterNumber,
} from '../patterns/number-context.data.ts'
import type { AnalyzedText } from '../text/analyzed-text.ts'
import type { NumberCandidate } from './number-runs.ts'

export function isQuantity(
  analyzed: AnalyzedText,
  run: NumberCandidate,
  before: string,
  after: string,
): boolean {
  if (run.letters > 0) return false
  if (currencyBefore.regex.test(before) || currencyAfter.regex.test(after)) return true
  if (isGrouped(analyzed, run)) return true
  if (run.hasPlus && run.digits.length >= 7) return false
  if (run.digits.length > 9) return false
  if (unitAfterNumber.regex.test(after)) return true
  // "100, 250 or 500 units".
  const list = numberListAfter.regex.exec(after)?.[0]
  if (list !== undefined && run.digits.length <= 6 && unitAfterNumber.regex.test(after.slice(list.length)))
    return true
  // "10000 steps": a round number before a plural.
  return (
    run.groups.length === 1 &&
    run.digits.length <= 7 &&
    /0{2,}$/.test(run.digits) &&
    pluralNounAfter.regex.test(after)
  )
}

/** With thousands separators or decimals: 12,500, 1,299.99, 12.500. */
function isGrouped({ text }: AnalyzedText, run: NumberCandidate): boolean {
  const written = text.slice(run.start, run.end)
  return (
    /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(written) ||
    /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/.test(written) ||
    /^\d+[.,]\d{1,2}$/.test(written)
  )
}
