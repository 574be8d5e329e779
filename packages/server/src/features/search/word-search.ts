/** The words of a search: their forms in the languages of the projects, and how many of them a text must contain. */
import type { Db } from '../../platform/db/database.ts'
import {
  contentTerms,
  highlightedWords,
  readTerms,
  type SearchTerm,
} from '../search-index/search-index.public.ts'
import type { SearchedProject } from './search.repo.ts'

export interface WordSearch {
  query: string
  /** The sources to search. */
  projectIds: readonly number[]
  terms: readonly SearchTerm[]
  /** Set if texts need to contain only this many of the terms. */
  minTerms?: 1 | 2
  /** Words to highlight. */
  shown: string
}

export async function readWords(
  db: Db,
  query: string,
  projects: readonly SearchedProject[],
): Promise<WordSearch> {
  const terms = await readTerms(db, query, localesOf(projects))
  const shown = `${query} ${highlightedWords(terms)}`
  return { query, projectIds: projects.map(({ id }) => id), terms, shown }
}

/** The languages of the projects, the most frequent first. */
function localesOf(projects: readonly SearchedProject[]): string[] {
  const counts = new Map<string, number>()
  for (const locale of projects.flatMap((one) => one.supported_languages))
    counts.set(locale, (counts.get(locale) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a).map(([locale]) => locale)
}

/** What contains all words, or if there is nothing, what contains the most of them. `find` gives undefined for nothing. */
export async function findMost<Found>(
  words: WordSearch,
  find: (words: WordSearch) => Promise<Found | undefined>,
): Promise<{ words: WordSearch; found: Found | undefined }> {
  const found = words.query === '' ? undefined : await find(words)
  const terms = contentTerms(words.terms)
  if (found !== undefined || terms.length === 0) return { words, found }
  const partial = { ...words, terms, shown: highlightedWords(terms) }
  for (const minTerms of terms.length > 2 ? ([2, 1] as const) : ([1] as const)) {
    const some = { ...partial, minTerms }
    const foundSome = await find(some)
    if (foundSome !== undefined) return { words: some, found: foundSome }
  }
  return { words, found }
}
