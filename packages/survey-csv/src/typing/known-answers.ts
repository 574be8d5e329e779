/** Recognizes answers to closed questions by their words: yes and no, and the options of rating scales. */
import { foldText } from '../languages/fold.ts'
import { foldedTerms } from '../languages/language.ts'
import { languages } from '../languages/languages.ts'
import { headerWords } from './header-text.ts'

type AnswerWords = {
  /** Whole answers. */
  readonly yesNo: ReadonlySet<string>
  /** Words of scales; for languages without spaces, parts of answers. */
  readonly scale: ReadonlySet<string>
  readonly isUnspaced: boolean
}

const maxAnswerChars = 60
const maxAnswerWords = 9
let answerWords: readonly AnswerWords[] | undefined

/** `Sehr zufrieden`, `5 - Strongly agree` and `はい`: every word is one of the scales of a single language. */
export function isKnownAnswer(answer: string): boolean {
  if (answer.length > maxAnswerChars) return false
  answerWords ??= languages.map(({ yesNo, scale, isUnspaced = false }) => ({
    yesNo: wordings(yesNo, isUnspaced),
    scale: wordings(scale, isUnspaced),
    isUnspaced,
  }))
  const words = headerWords(foldText(answer)).filter((word) => !/^\d{1,2}$/.test(word))
  if (words.length === 0 || words.length > maxAnswerWords) return false
  return answerWords.some(({ yesNo, scale, isUnspaced }) => {
    const whole = words.join(isUnspaced ? '' : ' ')
    if (yesNo.has(whole)) return true
    return isUnspaced ? consistsOf(whole, scale) : words.every((word) => scale.has(word))
  })
}

function wordings(list: string, isUnspaced: boolean): ReadonlySet<string> {
  const terms = foldedTerms(list)
  return new Set(isUnspaced ? terms.map((term) => term.replaceAll(' ', '')) : terms)
}

const maxPartChars = 10

/** Takes the longest part each time, without backtracking, so that the time is bounded. */
function consistsOf(text: string, parts: ReadonlySet<string>): boolean {
  let at = 0
  while (at < text.length) {
    let length = Math.min(maxPartChars, text.length - at)
    while (length > 0 && !parts.has(text.slice(at, at + length))) length--
    if (length === 0) return false
    at += length
  }
  return true
}
