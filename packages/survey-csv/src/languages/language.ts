import { foldText } from './fold.ts'

/**
 * The words of one language in headers and answers of surveys. Terms are separated by commas, and a final `*` stands for
 * any ending. Case and accents do not matter, because both sides are folded (`fold.ts`).
 */
export type Language = {
  readonly code: string
  /** In `3/4/2025`, the day is first. */
  readonly isDayFirst: boolean
  /** Terms are found anywhere in a header, because words are not separated by spaces or have particles attached. */
  readonly isUnspaced?: boolean
  /** Words for the name of a person. */
  readonly name: string
  /** For languages without spaces: matches a whole header that asks for a name. */
  readonly nameHeader?: RegExp
  /** Words that may accompany a word for a name, as in `Please enter your full name`. */
  readonly nameFiller: string
  readonly email: string
  /** The e-mail address or name belongs to someone other than the respondent. */
  readonly anotherPerson: string
  /** The time of the response itself. */
  readonly responseTime: string
  /** Of these, the time when the response was submitted. */
  readonly submissionTime: string
  /** `Date` and `time`, without saying of what. */
  readonly date: string
  /** Dates that are answers, such as a date of birth. */
  readonly eventTime: string
  /** Questions that ask for sentences. */
  readonly freeText: string
  readonly recommend: string
  readonly rank: string
  /** Whole headers of columns that survey tools add. */
  readonly metadata: string
  /** Whole headers of further times of the response that survey tools add. */
  readonly metadataTime: string
  /** Whole answers to closed questions: yes, no, do not know. */
  readonly yesNo: string
  /** Words that answers on rating scales consist of. */
  readonly scale: string
}

/** Folds the whole list at once, which is much faster than term by term. */
export function foldedTerms(list: string): string[] {
  return foldText(list)
    .split(',')
    .map((term) => term.trim().replaceAll(/\s+/g, ' '))
    .filter((term) => term !== '')
}
