/** Searches transcripts, documents, images, open answers and names that the user can open. */
import type { RouteQuery, RouteResponse } from '@inlet/contract'
import {
  maxSearchCount,
  type searchEverything as route,
  type SearchHit,
  type SearchKind,
  searchKinds,
} from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { type CursorPage, isId, readCursorPage, writeCursor } from '../../platform/http/cursor.ts'
import { readTime } from '../../platform/http/record-query.ts'
import { type SearchKind as EntryKind, snippetOf } from '../search-index/search-index.public.ts'
import { findNames, type NameRow } from './names.repo.ts'
import {
  bestFirst,
  type EntryPlace,
  findEntries,
  type HitRow,
  type ImportTimes,
  isIndexing,
  listSearchedProjects,
  readHits,
} from './search.repo.ts'
import { findMost, readWords, type WordSearch } from './word-search.ts'

type Answer = Omit<RouteResponse<typeof route, 200>, 'suggestion'>

const firstOfEach = 5
const namesOfEach = 250

interface Search {
  db: Db
  principal: Principal
  projectId: number | undefined
  times: ImportTimes
}

type Query = RouteQuery<typeof route>

export const readTimes = (given: Pick<Query, 'created_after' | 'created_before'>): ImportTimes => ({
  createdFrom: readTime('created_after', given.created_after),
  createdBefore: readTime('created_before', given.created_before),
})

export async function searchEverything(
  { db }: { db: Db },
  principal: Principal,
  given: Query,
): Promise<Answer> {
  const { q: query, kind, project_id: projectId } = given
  const page = readCursorPage(given, ([at]) => (isId(at) ? at : undefined))
  const projects = await listSearchedProjects(db, principal, projectId)
  if (projectId !== undefined && projects.length === 0) throw new AppError('project_not_found')
  const searched = projects.filter(({ is_apart }) => projectId !== undefined || !is_apart)
  const search = { db, principal, projectId, times: readTimes(given) }
  const { words, found = nothing } = await findMost(await readWords(db, query, searched), async (some) => {
    const all = await findAll(search, some)
    return isNothing(all) ? undefined : all
  })
  const { hits, next_cursor } = await readPage(db, words.shown, found, kind, page)
  return {
    hits,
    counts: countsOf(found),
    next_cursor,
    is_partial: words.minTerms !== undefined,
    hidden_project_count: projects.length - searched.length,
    is_indexing: await isIndexing(db, principal),
  }
}

const isNothing = (found: Found): boolean => Object.values(found).every(({ length }) => length === 0)

interface Found {
  transcript: EntryPlace[]
  document: EntryPlace[]
  image: EntryPlace[]
  answer: EntryPlace[]
  name: NameRow[]
}

const nothing: Found = { transcript: [], document: [], image: [], answer: [], name: [] }
const entryKinds = { transcript: 'segment', document: 'page', image: 'page', answer: 'note' } as const

async function findAll({ db, principal, projectId, times }: Search, words: WordSearch): Promise<Found> {
  const entries = (kind: EntryKind) =>
    findEntries(db, principal, { ...words, times, kind, limit: maxSearchCount })
  // One after the other, because a search has a single connection.
  const segments = await entries('segment')
  const pages = await entries('page')
  const notes = await entries('note')
  const name = await findNames(db, principal, {
    query: words.query,
    projectId,
    times,
    limit: namesOfEach,
    hasParticipants: false,
  })
  return {
    transcript: segments.sort(bestFirst),
    document: pages.filter(({ media }) => media === 'document').sort(bestFirst),
    image: pages.filter(({ media }) => media === 'image').sort(bestFirst),
    answer: notes.sort(bestFirst),
    name,
  }
}

function countsOf(found: Found): Answer['counts'] {
  const { transcript, document, image, answer, name } = found
  return {
    transcript: transcript.length,
    document: document.length,
    image: image.length,
    answer: answer.length,
    name: name.length,
  }
}

/** The cursor is an offset into the matches, so a search whose matches changed may repeat a hit. */
async function readPage(
  db: Db,
  shown: string,
  found: Found,
  kind: SearchKind | undefined,
  { after = 0, limit }: CursorPage<number>,
): Promise<{ hits: SearchHit[]; next_cursor: string | null }> {
  if (kind) {
    const hits = await readKindHits(db, shown, found, kind, { from: after, to: after + limit })
    const hasMore = found[kind].length > after + limit
    return { hits, next_cursor: hasMore ? writeCursor([after + limit]) : null }
  }
  const first = { from: 0, to: firstOfEach }
  const hits: SearchHit[] = []
  for (const one of searchKinds) hits.push(...(await readKindHits(db, shown, found, one, first)))
  return { hits, next_cursor: null }
}

async function readKindHits(
  db: Db,
  shown: string,
  found: Found,
  kind: SearchKind,
  { from, to }: { from: number; to: number },
): Promise<SearchHit[]> {
  if (kind === 'name') return found.name.slice(from, to).map((row) => viewName(row, shown))
  const places = found[kind].slice(from, to)
  const rows = await readHits(db, entryKinds[kind], places)
  const byPlace = new Map(rows.map((row) => [placeName(row), row]))
  return places.flatMap((place) => {
    const row = byPlace.get(placeName(place))
    return row ? [viewHit(kind, row, shown)] : []
  })
}

const placeName = ({ source_id, item, position }: Pick<HitRow, 'source_id' | 'item' | 'position'>) =>
  `${source_id}/${item}/${position}`

function viewHit(kind: Exclude<SearchKind, 'name'>, row: HitRow, shown: string): SearchHit {
  const isAnswer = kind === 'answer'
  return {
    kind,
    project: { id: row.project_id, name: row.project_name },
    owner: row.owner,
    key: row.key,
    name: row.name,
    media: row.media,
    snippet: snippetOf(row.text, shown),
    start_ms: row.start_ms,
    segment: kind === 'transcript' ? row.item - 1 : null,
    page: kind === 'document' ? row.item : null,
    response_id: isAnswer ? row.item : null,
    position: isAnswer ? row.position : null,
  }
}

function viewName(row: NameRow, shown: string): SearchHit {
  return {
    kind: 'name',
    project: { id: row.project_id ?? 0, name: row.project_name ?? '' },
    owner: row.owner === 'participant' ? 'project' : row.owner,
    key: row.key,
    name: row.name,
    media: row.media,
    snippet: snippetOf(row.name, shown),
    start_ms: null,
    segment: null,
    page: null,
    response_id: null,
    position: null,
  }
}
