/** Nationalities and languages. Many words are both: the context decides. */

import type { CategoryId } from '../../categories.ts'
import { Category } from '../../categories.ts'
import { entries } from '../../words/dictionary.ts'
import {
  foreignLanguages,
  foreignNations,
  languageNations,
  languagesOnly,
  nations,
} from '../../words/nations.data.ts'
import type { Detection, Detector } from '../detector.ts'
import {
  abbreviatedNationality,
  ambiguousAtSentenceStart,
  ambiguousInLowerCase,
  chosenLanguageBefore,
  citizenship,
  clearInLowerCase,
  endAfterChoice,
  englishAsLanguageBefore,
  englishPersonBefore,
  joinedNounAfter,
  languageAfter,
  languageBefore,
  nationalityAfter,
  nationalityBefore,
  nationalityJoint,
  onesAfter,
  personBeforeQualifier,
  polishObjectAfter,
  productAfter,
  verbObjectAfter,
} from '../patterns/nationalities.data.ts'
import type { AnalyzedText } from '../text/analyzed-text.ts'
import { startsSentence, textAfter, textBefore } from '../text/analyzed-text.ts'
import type { Token } from '../text/tokens.ts'

const nationalityWords = new Set(
  entries(nations).flatMap((name) => (/(?:ese|sh|ch|ss|men|[sx])$/.test(name) ? [name] : [name, `${name}s`])),
)
const sharedWords = new Set(entries(languageNations))
const languageWords = new Set(
  entries(languagesOnly).filter((name) => !sharedWords.has(name) || !nationalityWords.has(name)),
)
const foreign = new Map(
  Object.keys(foreignLanguages).map((language) => [
    language,
    {
      languages: new Set(entries(foreignLanguages[language] ?? '')),
      nations: new Set(entries(foreignNations[language] ?? '')),
    },
  ]),
)
/** The longest entry, in words. */
const maxWords = 3

export function isNationalityOrLanguage(token: Token): boolean {
  return (
    nationalityWords.has(token.key) ||
    sharedWords.has(token.key) ||
    (languageWords.has(token.key) && token.key.length > 3)
  )
}

export const nationalityDetector: Detector = {
  id: 'nationalities',
  categories: [Category.language, Category.nationality],
  ignoresInside: ['email'],
  examples: [
    ['My husband is Colombian.', 'nationality: Colombian'],
    ['I speak Punjabi with my mum.', 'language: Punjabi'],
    ["I'm German, but I answer in English.", 'nationality: German', 'language: English'],
    ['She is a US citizen.', 'nationality: US'],
    ["he's Polish and will polish the car", 'nationality: Polish'],
    ['polish the surface before you paint it'],
    ['We had French fries.'],
  ],
  detect: (analyzed) => [...nationalitiesAndLanguages(analyzed), ...citizenships(analyzed)],
}

function nationalitiesAndLanguages(analyzed: AnalyzedText): Detection[] {
  const found: Detection[] = []
  const { tokens } = analyzed
  for (let index = 0; index < tokens.length; index += 1) {
    const match = matchAt(analyzed, index)
    if (match === null) continue
    const first = tokens[index]
    const last = tokens[match.to - 1]
    if (first === undefined || last === undefined) continue
    const category = classify(analyzed, match.key, first, last, found.at(-1))
    if (category === null) continue
    found.push({
      start: first.start,
      end: last.end,
      category,
      confidence: match.to > index + 1 ? 0.95 : 0.88,
    })
    index = match.to - 1
  }
  return found
}

function matchAt(analyzed: AnalyzedText, index: number): { key: string; to: number } | null {
  const { tokens, language } = analyzed
  let key = ''
  let best: { key: string; to: number } | null = null
  let at = index
  const others = language === 'en' ? undefined : foreign.get(language)
  for (let words = 0; words < maxWords; words += 1) {
    const token = tokens[at]
    if (token === undefined || token.kind !== 'word' || (words > 0 && token.gap === 'line-break')) break
    key = key === '' ? token.key : `${key} ${token.key}`
    const isKnown =
      nationalityWords.has(key) ||
      sharedWords.has(key) ||
      languageWords.has(key) ||
      others?.languages.has(key) === true ||
      others?.nations.has(key) === true
    if (isKnown) best = { key, to: at + 1 }
    at += /^[-–]$/.test(tokens[at + 1]?.text ?? '') && tokens[at + 1]?.gap === 'none' ? 2 : 1
  }
  return best
}

function classify(
  analyzed: AnalyzedText,
  key: string,
  first: Token,
  last: Token,
  previous: Detection | undefined,
): CategoryId | null {
  if (!isMeant(analyzed, key, first, last)) return null
  const others = analyzed.language === 'en' ? undefined : foreign.get(analyzed.language)
  const isLanguage = sharedWords.has(key) || languageWords.has(key) || others?.languages.has(key) === true
  const isNationality = nationalityWords.has(key) || others?.nations.has(key) === true
  if (!isNationality) return Category.language
  if (!isLanguage) return Category.nationality
  const before = textBefore(analyzed, first.start, 64)
  const after = textAfter(analyzed, last.end, 44)
  const joined = joinedNounAfter.regex.exec(after)?.[0]
  if (
    nationalityAfter.regex.test(after) ||
    (joined !== undefined && nationalityAfter.regex.test(after.slice(joined.length)))
  )
    return Category.nationality
  if (
    languageAfter.regex.test(after) ||
    (previous?.category === Category.language && onesAfter.regex.test(after))
  )
    return Category.language
  if (languageBefore.regex.test(before) && !personBeforeQualifier.regex.test(before)) return Category.language
  if (
    previous !== undefined &&
    nationalityJoint.regex.test(analyzed.text.slice(previous.end, first.start)) &&
    (previous.category === Category.language || previous.category === Category.nationality)
  )
    return previous.category
  if (nationalityBefore.regex.test(before))
    return /^english$/.test(key) &&
      englishAsLanguageBefore.regex.test(before) &&
      !englishPersonBefore.regex.test(before)
      ? Category.language
      : Category.nationality
  const isChosen = chosenLanguageBefore.regex.test(before)
  if (isChosen && endAfterChoice.regex.test(after)) return Category.language
  // "English is okay but Lithuanian would be better": still about languages.
  const isNear =
    previous?.category === Category.language &&
    first.start - previous.end < 60 &&
    !/[.!?]/.test(analyzed.text.slice(previous.end, first.start))
  return key === 'english' || isNear ? Category.language : Category.nationality
}

/** Excludes products and breeds, and words that mean something else in lower case. */
function isMeant(analyzed: AnalyzedText, key: string, first: Token, last: Token): boolean {
  const after = textAfter(analyzed, last.end, 24)
  const before = textBefore(analyzed, first.start, 40)
  if (productAfter.regex.test(after)) return false
  if (first.isCapital)
    return !(
      startsSentence(analyzed.tokens, analyzed.tokens.indexOf(first)) &&
      ambiguousAtSentenceStart.has(key) &&
      verbObjectAfter.regex.test(after)
    )
  if (!analyzed.isUncased && analyzed.language === 'en') return false
  if (ambiguousInLowerCase.has(key)) {
    if (polishObjectAfter.regex.test(after) && key === 'polish') return false
    return (
      nationalityBefore.regex.test(before) || languageBefore.regex.test(before) || clearInLowerCase.has(key)
    )
  }
  return true
}

/** "a US citizen", "nationality: Kenya". */
function* citizenships({ text }: AnalyzedText): Generator<Detection> {
  for (const match of text.matchAll(abbreviatedNationality.regex))
    yield {
      start: match.index,
      end: match.index + match[0].length,
      category: Category.nationality,
      confidence: 0.9,
    }
  for (const match of text.matchAll(citizenship.regex)) {
    const end = match.index + match[0].length
    yield { start: end - (match[1]?.length ?? 0), end, category: Category.nationality, confidence: 0.95 }
  }
}
