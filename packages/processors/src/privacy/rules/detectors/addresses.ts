/** Street addresses, post office boxes and postcodes. */

import { Category } from '../../categories.ts'
import type { Detection, Detector } from '../detector.ts'
import {
  addressContinuation,
  addressMention,
  addressUnit,
  britishPostcode,
  canadianPostcode,
  capitalizedStreet,
  genericStreet,
  numberedStreet,
  phraseLikeAddress,
  postBox,
  streetByPrefix,
  streetBySecondWord,
  streetBySuffix,
  streetPrefixWithName,
  streetPreposition,
  uncasedStreet,
  wordsBetweenNumbers,
  zipAfterState,
} from '../patterns/addresses.data.ts'
import type { AnalyzedText } from '../text/analyzed-text.ts'
import { textBefore } from '../text/analyzed-text.ts'

export const addressDetector: Detector = {
  id: 'addresses',
  categories: [Category.location],
  ignoresInside: ['email'],
  examples: [
    ['Ship it to 10 Downing Street, London.', 'location: 10 Downing Street, London'],
    ['Hauptstraße 12 is hard to find.', 'location: Hauptstraße 12'],
    ['My postcode is SW1A 1AA.', 'location: SW1A 1AA'],
    ["It's a two way street."],
  ],
  *detect(analyzed) {
    for (const { match, end, confidence } of [...addressMatches(analyzed), ...weakMatches(analyzed)]) {
      const start = match.index
      const punctuation = /[\s.,'’-]+$/.exec(analyzed.text.slice(start, end))?.[0].length ?? 0
      yield { start, end: end - punctuation, category: Category.location, confidence }
    }
  },
}

type Match = Pick<Detection, 'end' | 'confidence'> & { readonly match: RegExpExecArray }

const whole = (match: RegExpExecArray, confidence: number): Match => ({
  match,
  end: match.index + match[0].length,
  confidence,
})

/** Forms that are addresses wherever they occur. */
function* addressMatches({ text }: AnalyzedText): Generator<Match> {
  for (const match of text.matchAll(numberedStreet.regex))
    if (!phraseLikeAddress.regex.test(match[0].toLowerCase())) yield continued(text, match, 0.9)
  for (const pattern of [streetBySuffix, streetBySecondWord, streetByPrefix])
    for (const match of text.matchAll(pattern.regex)) {
      const hasNumber = /\d/.test(match[0])
      if (hasNumber || isNamedStreet(match[0])) yield continued(text, match, hasNumber ? 0.88 : 0.6)
    }
  for (const pattern of [postBox, britishPostcode, canadianPostcode, zipAfterState])
    for (const match of text.matchAll(pattern.regex)) yield whole(match, 0.9)
  for (const match of text.matchAll(capitalizedStreet.regex)) yield whole(match, 0.72)
}

/** Forms that need the context of an address. */
function* weakMatches(analyzed: AnalyzedText): Generator<Match> {
  const { text } = analyzed
  for (const match of text.matchAll(wordsBetweenNumbers.regex)) {
    const before = textBefore(analyzed, match.index, 70)
    const startsLine = /\n\s*$|[>:]\s*$/.test(text.slice(Math.max(0, match.index - 6), match.index))
    if (before === '' || startsLine || addressMention.regex.test(before)) yield whole(match, 0.8)
  }
  for (const match of text.matchAll(addressUnit.regex)) {
    const isAmbiguous = /^(?:unit|floor|building)/i.test(match[0])
    if (!isAmbiguous || /[,\d]\s$/.test(textBefore(analyzed, match.index, 4))) yield whole(match, 0.7)
  }
  if (!analyzed.isUncased) return
  for (const match of text.matchAll(uncasedStreet.regex)) {
    const isLed = streetPreposition.regex.test(textBefore(analyzed, match.index, 16))
    if (isLed && !genericStreet.regex.test(match[0])) yield whole(match, 0.62)
  }
}

/** Together with the unit, town, state and postcode that follow. */
function continued(text: string, match: RegExpExecArray, confidence: number): Match {
  const end = match.index + match[0].length
  const more = addressContinuation.regex.exec(text.slice(end, end + 90))?.[0].length ?? 0
  return { match, end: end + more, confidence }
}

function isNamedStreet(text: string): boolean {
  return streetPrefixWithName.regex.test(text) && /\s\p{Lu}/u.test(text)
}
