/** Blood types: "O negative", AB+, "type a b", 0 Rh-. */

import { Category } from '../../categories.ts'
import { fold } from '../../words/fold.ts'
import type { Detector } from '../detector.ts'
import { detected, overlaps } from '../detector.ts'
import {
  announcedBefore,
  asideAfterBloodType,
  bareBloodType,
  bareOwnerBefore,
  bloodMention,
  bloodNounAfter,
  bloodOrDonorAfter,
  bloodTypeLabelBefore,
  bloodTypeWithRhesus,
  endAfterBloodType,
  ordinaryNounAfter,
  otherResultBefore,
  ownerBefore,
  phraseEndAfter,
  possibleOwnerBefore,
  quantityAfterA,
  rhesusFactor,
} from '../patterns/blood-types.data.ts'
import type { AnalyzedText } from '../text/analyzed-text.ts'
import { textAfter, textBefore } from '../text/analyzed-text.ts'

export const bloodTypeDetector: Detector = {
  id: 'blood-types',
  categories: [Category.bloodType],
  ignoresInside: [],
  examples: [
    ["I'm O negative, so I donate.", 'blood-type: O negative'],
    ['Blutgruppe: 0 Rh-', 'blood-type: 0 Rh-'],
    ['my blood type is a b', 'blood-type: a b'],
    ['That was a positive experience overall.'],
    ['I got an A plus in maths.'],
  ],
  detect(analyzed) {
    const { text } = analyzed
    const withRhesus = [...text.matchAll(bloodTypeWithRhesus.regex)]
      .filter((match) => isBloodType(analyzed, match))
      .map((match) => detected(match, Category.bloodType, 0.92))
    const rhesus = [...text.matchAll(rhesusFactor.regex)].map((match) =>
      detected(match, Category.bloodType, 0.9),
    )
    const found = [...withRhesus, ...rhesus]
    for (const match of text.matchAll(bareBloodType.regex)) {
      const detection = detected(match, Category.bloodType, 0.85)
      if (!found.some((each) => overlaps(each, detection)) && isBareBloodType(analyzed, match))
        found.push(detection)
    }
    return found
  },
}

function isBloodType(analyzed: AnalyzedText, { 0: match, index }: RegExpExecArray): boolean {
  const before = textBefore(analyzed, index, 70)
  const after = textAfter(analyzed, index + match.length, 50)
  const letters = fold(match)
  const isInWords = /positiv|negativ|positif|negatif|pos$|neg$/.test(letters)
  // "the blood test had a positive effect": an article, unless the phrase ends there or a type was announced.
  const isArticle =
    match.startsWith('a ') &&
    isInWords &&
    !endAfterBloodType.regex.test(after) &&
    !announcedBefore.regex.test(before)
  if (bloodMention.regex.test(before) || bloodMention.regex.test(after))
    return !isArticle || bloodMention.regex.test(after.slice(0, 14))
  if (/^(?:A|B|AB|O) (?:pos|neg|Pos|Neg|POS|NEG)$/.test(match)) return true
  // Within a sentence an article is not capitalized.
  const isCapitalized =
    !/(?:^|[.!?:"“]\s?|\n)$/.test(before) &&
    /^A [a-z]/.test(match) &&
    isInWords &&
    !otherResultBefore.regex.test(before)
  if (isCapitalized && !analyzed.isUncased) return true
  if (isCapitalized && !ordinaryNounAfter.regex.test(after)) return true
  // "an O negative patient".
  const hasArticle = /^(?:ab|o)/.test(letters) && /\ban? $/.test(before)
  if (otherResultBefore.regex.test(before) && !hasArticle) return false
  if (isInWords && asideAfterBloodType.regex.test(after)) return true
  if (/^(?:ab|a b)/.test(letters)) return isInWords || /[+-]$/.test(letters)
  if (/^(?:o|oh|0|zero)/.test(letters))
    return (
      (isInWords && letters.startsWith('o')) ||
      (/^oh? (?:plus|minus)$/.test(letters) && ownerBefore.regex.test(before)) ||
      /^O[+-]$/.test(match) ||
      /rh/i.test(match)
    )
  if (/rh/i.test(letters) || (isInWords && letters.startsWith('b'))) return true
  const hasSign = /(?:plus|minus)$/.test(letters) && ownerBefore.regex.test(before)
  if (!(isInWords || hasSign) || !endAfterBloodType.regex.test(after)) return false
  return letters.startsWith('a ') ? ownerBefore.regex.test(before) : possibleOwnerBefore.regex.test(before)
}

function isBareBloodType(analyzed: AnalyzedText, { 0: match, index }: RegExpExecArray): boolean {
  const before = textBefore(analyzed, index, 50)
  const after = textAfter(analyzed, index + match.length, 40)
  const isArticle = /^a$/.test(match) && /^ [a-z]/.test(after)
  if (bloodTypeLabelBefore.regex.test(before) && !isArticle)
    return /^(?:type\s+)?(?:ab|a b|a|b|o|0|oh)$/i.test(match) && !quantityAfterA.regex.test(after)
  if (/^type\s/i.test(match) && bloodOrDonorAfter.regex.test(after)) return true
  if (/^type\s/i.test(match) && bloodMention.regex.test(before)) return true
  const hasOwner = bareOwnerBefore.regex.test(before)
  if (hasOwner && (/^type\s/i.test(match) || before.endsWith('group ')) && phraseEndAfter.regex.test(after))
    return true
  return /^(?:AB|A|B|O)$/.test(match) && bloodNounAfter.regex.test(after)
}
