/** SQL that finds words similar to those of a search, in texts that the principal can open and nowhere else. */
import { sql } from 'kysely'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { foundInProjects, type SearchKind } from '../search-index/search-index.public.ts'
import type { Candidate } from './edit-distance.policy.ts'
import { type ImportTimes, visible } from './search.repo.ts'

/** Texts of each kind whose words are compared with one word. */
const maxTexts = 500
const maxCandidates = 20

/** A typing error is rarely in the first letters, and a shorter beginning is shared by too many texts. */
const prefixChars = (length: number): number => (length < 7 ? 2 : 3)

export interface SimilarSearch {
  kind: SearchKind
  projectIds: readonly number[]
  word: string
  times: ImportTimes
}

/**
 * Words of visible texts that begin like the word. The texts of a draft of somebody else are dropped before their words are
 * read, and entries with a space are the marks of projects and sources.
 */
export function findSimilarQuery(principal: Principal, { kind, projectIds, word, times }: SimilarSearch) {
  const { length } = Array.from(word)
  const beginning = Array.from(word).slice(0, prefixChars(length)).join('')
  const isKind = sql`kind || '' = ${kind}`
  return sql<Candidate>`
    with found as materialized (
      select source_id, item, position, 0::float as rank, words from search_entry
      where ${foundInProjects(projectIds, sql`(quote_literal(${beginning}) || ':*')::tsquery`)} and ${isKind}
      limit ${maxTexts}),
    seen as (${visible[kind](principal, times)}),
    written as (
      select lexeme, count(*) as texts from seen join found using (source_id, item, position)
        cross join lateral unnest(tsvector_to_array(found.words)) as lexeme
      where char_length(lexeme) between ${length - 2}::int and ${length + 2}::int
        and lexeme like ${beginning} || '%' and lexeme not like '% %'
      group by lexeme)
    select lexeme, texts, similarity(lexeme, ${word}) as similarity from written
    order by similarity desc, texts desc, lexeme limit ${maxCandidates}`
}

export async function findSimilar(db: Db, principal: Principal, search: SimilarSearch): Promise<Candidate[]> {
  return (await findSimilarQuery(principal, search).execute(db)).rows
}
