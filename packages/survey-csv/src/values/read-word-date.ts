/** Parses dates with the month as a word, in any order and with the words of its language: `13 de noviembre de 2025, 14:25`. */
import { foldText } from '../languages/fold.ts'
import { isDateConnector } from './date-words.ts'
import { monthNumber } from './month-names.ts'

export type WordDate = {
  readonly year: number
  readonly month: number
  readonly day: number
  /** What follows the date. */
  readonly rest: string
}

/** Undefined if there is any word that does not belong to a date: free text may mention one. */
export function readWordDate(text: string): WordDate | undefined {
  const folded = foldText(text)
  let year: number | undefined
  let month: number | undefined
  let day: number | undefined
  for (const { 0: token, index } of folded.matchAll(/\d+|\p{L}[\p{L}\p{M}]*/gu)) {
    const end = index + token.length
    if (/^\d/.test(token)) {
      if (token.length === 4 && year === undefined) year = Number(token)
      else if (token.length <= 2 && day === undefined) day = Number(token)
      else return undefined
    } else if (!isSkipped(token, folded.slice(end), month)) {
      month = month === undefined ? monthNumber(withoutPrefix(token)) : undefined
      if (month === undefined) return undefined
    }
    if (year !== undefined && month !== undefined && day !== undefined)
      return { year, month, day, rest: folded.slice(end) }
  }
  return undefined
}

/** `mar` is Tuesday in Spanish if another month follows, otherwise March. */
function isSkipped(word: string, after: string, month: number | undefined): boolean {
  if (!isDateConnector(word)) return false
  if (month !== undefined || monthNumber(word) === undefined) return true
  const words = after.match(/\p{L}[\p{L}\p{M}]*/gu) ?? []
  return words.some((other) => monthNumber(other) !== undefined)
}

/** In Hebrew, the preposition is attached to the month. */
function withoutPrefix(word: string): string {
  return word.startsWith('ב') && monthNumber(word) === undefined ? word.slice(1) : word
}
