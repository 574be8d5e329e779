/** Organizations from the word lists. */

import { dictionary } from '../../words/dictionary.ts'
import type { Detection } from '../detector.ts'
import {
  accountLabels,
  cardBrands,
  employerCue,
  organizationAction,
  organizationPreposition,
  organizationsUsedAsVerbs,
  rarelyOrganizations,
  uncasedOrganizationBefore,
  uncasedWordOrganizations,
  verbCueBefore,
  verbObjectAfter,
} from '../patterns/organization-cues.data.ts'
import type { AnalyzedText } from '../text/analyzed-text.ts'
import { startsSentence, textAfter, textBefore } from '../text/analyzed-text.ts'
import type { Token } from '../text/tokens.ts'
import { isClearFirstName, isCommonWord } from './name-words.ts'
import { organization } from './organization.ts'

/** The longest listed name, in words. */
const maxWords = 4

/** Listed organizations. */
export function* knownOrganizations(analyzed: AnalyzedText): Generator<Detection> {
  const { tokens } = analyzed
  const { organizations, wordOrganizations } = dictionary()
  for (let index = 0; index < tokens.length; index += 1) {
    const first = tokens[index]
    if (first === undefined || first.kind === 'mark' || (!first.isCapital && !analyzed.isUncased)) continue
    const match = longestKnown(tokens, index, organizations)
    const last = tokens[(match ?? 0) - 1]
    if (match !== null && last !== undefined) {
      const isAlone = match === index + 1
      if (
        isAlone &&
        isCommonWord(first.key) &&
        (analyzed.isUncased || startsSentence(tokens, index)) &&
        !(first.isCapital && organizationAction.regex.test(textAfter(analyzed, last.end, 24)))
      )
        continue
      const before = textBefore(analyzed, first.start, 64)
      const after = textAfter(analyzed, last.end, 16)
      if (isAlone && isUsedAsVerb(first.key, before, after)) continue
      const hasCue = employerCue.regex.test(before) || organizationPreposition.regex.test(before)
      const confidence = isAlone ? (isClearFirstName(first.key) && !hasCue ? 0.6 : 0.87) : 0.94
      yield organization({ start: first.start, end: last.end }, confidence)
      index = match - 1
    } else if (wordOrganizations.has(first.key) && isOrganizationMeant(analyzed, index, first)) {
      yield organization({ start: first.start, end: first.end }, 0.75)
    }
  }
}

/** "Just WhatsApp me", "I googled it", "my NHS number": the company is not meant. */
function isUsedAsVerb(key: string, before: string, after: string): boolean {
  if (
    organizationsUsedAsVerbs.has(key) &&
    (verbObjectAfter.regex.test(after) || verbCueBefore.regex.test(before))
  )
    return true
  if (accountLabels.has(key) && /^\s?:/.test(after)) return true
  return key === 'nhs' && /^ (?:number|no)\b/.test(after)
}

function longestKnown(tokens: readonly Token[], index: number, names: ReadonlySet<string>): number | null {
  let key = ''
  let best: number | null = null
  let at = index
  for (let words = 0; words < maxWords; words += 1) {
    const token = tokens[at]
    if (token === undefined || (words > 0 && token.gap === 'line-break')) break
    const isAttached = token.gap === 'none' && words > 0
    if (token.kind === 'mark' && !/^[&.']$/.test(token.text)) break
    // "AT&T" and "Marks & Spencer", "Trader Joe's" and "booking.com".
    key += words === 0 || isAttached || token.key.startsWith("'") ? token.key : ` ${token.key}`
    if (token.kind !== 'mark' && (names.has(key.replaceAll('.', '')) || names.has(key))) best = at + 1
    at += 1
    if (/^[-–]$/.test(tokens[at]?.text ?? '') && tokens[at]?.gap === 'none') {
      at += 1
      key += ' '
      const next = tokens[at]
      if (next !== undefined && next.kind === 'word') {
        key += next.key
        if (names.has(key)) best = at + 1
        at += 1
      }
    }
  }
  return best
}

/** "I ordered it from Amazon", "i work at target"; not "you should target". */
function isOrganizationMeant(analyzed: AnalyzedText, index: number, token: Token): boolean {
  const before = textBefore(analyzed, token.start, 56)
  const isCard =
    cardBrands.has(token.key) &&
    (/^\s?(?:\d|card|ending|debit|credit)/.test(textAfter(analyzed, token.end, 10)) ||
      /\b(?:my|a|your|his|her)\s$/.test(before))
  if (isCard) return false
  if (employerCue.regex.test(before)) return true
  if (analyzed.isUncased)
    return uncasedOrganizationBefore.regex.test(before) && uncasedWordOrganizations.has(token.key)
  const previous = analyzed.tokens[index - 1]
  const isSurname = previous?.isCapital === true && token.gap === 'space' && !isCommonWord(previous.key)
  return (
    !isSurname &&
    !startsSentence(analyzed.tokens, index) &&
    !/^\s\p{Lu}/u.test(analyzed.text.slice(token.end, token.end + 3)) &&
    !rarelyOrganizations.has(token.text)
  )
}
