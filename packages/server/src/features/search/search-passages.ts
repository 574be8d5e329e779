/** Passages of transcripts, documents, images and open answers that match a search, for programs. */
import { maxSearchCount } from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import {
  bestFirst,
  type EntryPlace,
  findEntries,
  type HitRow,
  listSearchedProjects,
  readHits,
  type SearchedProject,
} from './search.repo.ts'
import { findMost, readWords, type WordSearch } from './word-search.ts'

export type PassageKind = 'transcript' | 'document' | 'image' | 'answer'

export interface PassageSearch {
  query: string
  /** Undefined: all that are accessible. */
  projectIds: readonly number[] | undefined
  kinds: readonly PassageKind[]
  from: number
  limit: number
}

export type PassageRow = HitRow & { kind: PassageKind }

interface FoundPassages {
  /** Each with its index among all matches. */
  rows: { index: number; row: PassageRow }[]
  hasMore: boolean
  /** Nothing contains all words: these contain some of them. */
  isPartial: boolean
  /** Words to highlight. */
  shown: string
}

const entryKinds = { transcript: 'segment', document: 'page', image: 'page', answer: 'note' } as const

export async function searchPassages(
  { db }: { db: Db },
  principal: Principal,
  search: PassageSearch,
): Promise<FoundPassages> {
  const { query, from, limit } = search
  const projects = await requireProjects(db, principal, search.projectIds)
  const { words, found: places = [] } = await findMost(await readWords(db, query, projects), async (some) => {
    const found = await findPlaces(db, principal, some, search.kinds)
    return found.length === 0 ? undefined : found
  })
  const page = places.slice(from, from + limit)
  const rows = await readPlaces(db, page)
  return {
    rows: rows.flatMap((row, i) => (row ? [{ index: from + i, row }] : [])),
    hasMore: places.length > from + limit,
    isPartial: words.minTerms !== undefined,
    shown: words.shown,
  }
}

async function requireProjects(
  db: Db,
  principal: Principal,
  wanted: readonly number[] | undefined,
): Promise<SearchedProject[]> {
  const accessible = await listSearchedProjects(db, principal, undefined)
  if (wanted === undefined) return accessible
  const ids = new Set(accessible.map(({ id }) => id))
  if (wanted.some((id) => !ids.has(id))) throw new AppError('project_not_found')
  return accessible.filter(({ id }) => wanted.includes(id))
}

type Place = EntryPlace & { kind: PassageKind }

/** The best of each kind in turn, so that no kind hides the others. */
async function findPlaces(
  db: Db,
  principal: Principal,
  words: WordSearch,
  kinds: readonly PassageKind[],
): Promise<Place[]> {
  const lists: Place[][] = []
  for (const entryKind of new Set(kinds.map((kind) => entryKinds[kind]))) {
    // One after the other, because a search has a single connection.
    const found = await findEntries(db, principal, { ...words, kind: entryKind, limit: maxSearchCount })
    for (const kind of new Set(kinds)) {
      if (entryKinds[kind] !== entryKind) continue
      const ofKind = found.filter(({ media }) => media === null || media === kind)
      lists.push(ofKind.sort(bestFirst).map((place) => ({ ...place, kind })))
    }
  }
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list[i] ?? [])).flat()
}

/** In the order of the places; undefined for a text that no longer exists. */
async function readPlaces(db: Db, places: readonly Place[]): Promise<(PassageRow | undefined)[]> {
  const rows = new Map<string, HitRow>()
  for (const entryKind of ['segment', 'page', 'note'] as const) {
    const ofKind = places.filter(({ kind }) => entryKinds[kind] === entryKind)
    for (const row of await readHits(db, entryKind, ofKind)) rows.set(nameOf(entryKind, row), row)
  }
  return places.map((place) => {
    const row = rows.get(nameOf(entryKinds[place.kind], place))
    return row && { ...row, kind: place.kind }
  })
}

type Named = Pick<EntryPlace, 'source_id' | 'item' | 'position'>

const nameOf = (kind: string, { source_id, item, position }: Named): string =>
  `${kind}/${source_id}/${item}/${position}`
