/** Another spelling of a search that found nothing: words of texts that the principal can open. */
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { searchedWords } from '../search-index/search-index.public.ts'
import { closestWord } from './edit-distance.policy.ts'
import { type ImportTimes, listSearchedProjects } from './search.repo.ts'
import { findSimilar, type SimilarSearch } from './suggestions.repo.ts'

const maxWords = 4
const minWordChars = 4

export async function suggestSearch(
  { db }: { db: Db },
  principal: Principal,
  { query, projectId, times }: { query: string; projectId: number | undefined; times: ImportTimes },
): Promise<string | null> {
  const words = searchedWords(query)
  if (words.length === 0 || words.length > maxWords) return null
  const projects = await listSearchedProjects(db, principal, projectId)
  const projectIds = projects
    .filter(({ is_apart }) => projectId !== undefined || !is_apart)
    .map(({ id }) => id)
  if (projectIds.length === 0) return null
  const meant: string[] = []
  for (const word of words) meant.push((await findMeant(db, principal, { projectIds, word, times })) ?? word)
  return meant.some((word, i) => word !== words[i]) ? meant.join(' ') : null
}

async function findMeant(
  db: Db,
  principal: Principal,
  search: Omit<SimilarSearch, 'kind'>,
): Promise<string | undefined> {
  const { word } = search
  if (Array.from(word).length < minWordChars) return undefined
  const candidates = []
  for (const kind of ['segment', 'page', 'note'] as const)
    candidates.push(...(await findSimilar(db, principal, { ...search, kind })))
  return closestWord(word, candidates)
}
