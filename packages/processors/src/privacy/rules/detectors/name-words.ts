/** What a word may be: a first name, a last name, an everyday word. */

import { dictionary } from '../../words/dictionary.ts'
import { clearNames, nonNames } from '../patterns/name-words.data.ts'
import { isForeignFunctionWord } from '../text/language.ts'

export function isFirstName(key: string): boolean {
  return !nonNames.has(key) && dictionary().firstNames.has(key) && !isForeignFunctionWord(key)
}

export function isLastName(key: string): boolean {
  return !nonNames.has(key) && dictionary().lastNames.has(key)
}

/** An everyday English word: on its own it is no evidence of a name. */
export function isCommonWord(key: string): boolean {
  const level = dictionary().wordLevel(key)
  return level !== undefined && level <= 50 && !clearNames.has(key)
}

/** Among the most frequent English words. */
export function isFrequentWord(key: string): boolean {
  return (dictionary().wordLevel(key) ?? 100) <= 35
}

/** In no list of English words, inflected forms included. */
export function isUnknownWord(key: string): boolean {
  const { wordLevel } = dictionary()
  if (wordLevel(key) !== undefined || isForeignFunctionWord(key) || /n't$|^(.)\1+$/.test(key)) return false
  const stem = key.replace(/(?:'s|s|es|ed|ing|ly|n't)$/, '')
  return (
    stem === key || stem.length < 4 || (wordLevel(stem) === undefined && wordLevel(`${stem}e`) === undefined)
  )
}

/** A first name that is hardly ever another word. */
export function isClearFirstName(key: string): boolean {
  return key.length > 2 && isFirstName(key) && !isCommonWord(key)
}

/** A word that few people use. */
export function isRareWord(key: string): boolean {
  return (dictionary().wordLevel(key) ?? 100) >= 50
}
