/** The words of a search with the beginnings of their other forms, so that "interviews" also finds "interviewed". */
import type { Db } from '../../platform/db/database.ts'
import { findLexemes, type LexemeRow } from './search-index.repo.ts'
import { hasUnspaced } from './search-query.ts'

export interface SearchTerm {
  word: string
  /** Beginnings that the forms of the word share, one per language in which it has forms. */
  stems: string[]
  /** Too common in the language to say anything by itself. */
  isStopWord: boolean
}

/** The dictionaries of PostgreSQL. */
const dictionaries: Readonly<Record<string, string>> = {
  ar: 'arabic_stem',
  ca: 'catalan_stem',
  da: 'danish_stem',
  de: 'german_stem',
  el: 'greek_stem',
  en: 'english_stem',
  es: 'spanish_stem',
  eu: 'basque_stem',
  fi: 'finnish_stem',
  fr: 'french_stem',
  ga: 'irish_stem',
  hi: 'hindi_stem',
  hu: 'hungarian_stem',
  hy: 'armenian_stem',
  id: 'indonesian_stem',
  it: 'italian_stem',
  lt: 'lithuanian_stem',
  nb: 'norwegian_stem',
  ne: 'nepali_stem',
  nl: 'dutch_stem',
  nn: 'norwegian_stem',
  no: 'norwegian_stem',
  pt: 'portuguese_stem',
  ro: 'romanian_stem',
  ru: 'russian_stem',
  sr: 'serbian_stem',
  sv: 'swedish_stem',
  ta: 'tamil_stem',
  tr: 'turkish_stem',
  yi: 'yiddish_stem',
}
const maxDictionaries = 4
const maxTerms = 8

/**
 * None for a query with operators, which asks for exactly these words, and for scripts without spaces.
 * @param locales such as `de-DE`, the most important first.
 */
export async function readTerms(
  db: Db,
  query: string,
  locales: readonly string[],
): Promise<readonly SearchTerm[]> {
  const words = searchedWords(query)
  if (words.length === 0 || words.length > maxTerms * 4) return []
  const rows = await findLexemes(db, words, dictionariesOf(locales))
  return words.map((word) =>
    termOf(
      word,
      rows.filter((row) => row.word === word),
    ),
  )
}

/** The words of a query without operators, in lower case. */
export function searchedWords(query: string): string[] {
  if (/["\0]|(?:^|\s)-\S|(?:^|\s)or(?:\s|$)/i.test(query) || hasUnspaced(query)) return []
  const words =
    query
      .toWellFormed()
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return [...new Set(words)]
}

export function dictionariesOf(locales: readonly string[]): string[] {
  const found = locales.flatMap((locale) => dictionaries[locale.split('-')[0]?.toLowerCase() ?? ''] ?? [])
  return [...new Set(found)].slice(0, maxDictionaries)
}

/** Shorter beginnings are shared by too many unrelated words. */
const minStemChars = 4

export function termOf(word: string, rows: readonly Pick<LexemeRow, 'lexemes'>[]): SearchTerm {
  const stems = rows.flatMap(({ lexemes }) => lexemes?.map((lexeme) => stemOf(word, lexeme)) ?? [])
  return {
    word,
    stems: [...new Set(stems)].filter((stem) => stem.length >= minStemChars),
    isStopWord: rows.some(({ lexemes }) => lexemes?.length === 0),
  }
}

/** A stemmer may end a stem with a letter that not all forms have, as in "studi" of "study" and "studies". */
function stemOf(word: string, lexeme: string): string {
  let length = 0
  while (length < word.length && word[length] === lexeme[length]) length += 1
  const common = word.slice(0, length)
  return common.endsWith('i') ? common.slice(0, -1) : common
}

const formsOf = ({ word, stems }: SearchTerm): string =>
  `(${[`'${word}'`, ...stems.map((stem) => `'${stem}':*`)].join(' | ')})`

/** A tsquery for texts with all words, in any of their forms. */
export const allForms = (terms: readonly SearchTerm[]): string => terms.map(formsOf).join(' & ')

/** The terms that are not stop words; the longest ones if there are many. */
export function contentTerms(terms: readonly SearchTerm[]): readonly SearchTerm[] {
  const content = terms.filter(({ isStopWord }) => !isStopWord)
  return content.toSorted((a, b) => b.word.length - a.word.length).slice(0, maxTerms)
}

/** tsqueries for each of the terms alone. */
export const eachForm = (terms: readonly SearchTerm[]): string[] => terms.map(formsOf)

/** A tsquery for texts with at least one or two of the terms. */
export function someForms(terms: readonly SearchTerm[], minTerms: 1 | 2): string {
  const forms = eachForm(terms)
  if (minTerms === 1) return forms.join(' | ')
  return forms.flatMap((one, i) => forms.slice(i + 1).map((other) => `(${one} & ${other})`)).join(' | ')
}

/** What to highlight in a text that was found by these terms. */
export const highlightedWords = (terms: readonly SearchTerm[]): string =>
  terms.flatMap(({ word, stems }) => [word, ...stems]).join(' ')
