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
import { type SearchKind as EntryKind, snippetOf } from '../search-index/search-index.public.ts'
import { findNames, type NameRow } from './names.repo.ts'
import {
  type EntryPlace,
  findEntries,
  type HitRow,
  isIndexing,
  listSearchedProjects,
  readHits,
} from './search.repo.ts'

type Answer = RouteResponse<typeof route, 200>

const firstOfEach = 5
const namesOfEach = 250

interface Search {
  db: Db
  principal: Principal
  query: string
  projectId: number | undefined
  /** The sources to search. */
  projectIds: readonly number[]
}

export async function searchEverything(
  { db }: { db: Db },
  principal: Principal,
  given: RouteQuery<typeof route>,
): Promise<Answer> {
  const { q: query, kind, project_id: projectId } = given
  const page = readCursorPage(given, ([at]) => (isId(at) ? at : undefined))
  const projects = await listSearchedProjects(db, principal, projectId)
  if (projectId !== undefined && projects.length === 0) throw new AppError('project_not_found')
  const searched = projects.filter(({ is_apart }) => projectId !== undefined || !is_apart)
  const search = { db, principal, query, projectId, projectIds: searched.map(({ id }) => id) }
  const found = query === '' ? nothing : await findAll(search)
  const { hits, next_cursor } = await readPage(search, found, kind, page)
  return {
    hits,
    counts: countsOf(found),
    next_cursor,
    hidden_project_count: projects.length - searched.length,
    is_indexing: await isIndexing(db, principal),
  }
}

interface Found {
  transcript: EntryPlace[]
  document: EntryPlace[]
  image: EntryPlace[]
  answer: EntryPlace[]
  name: NameRow[]
}

const nothing: Found = { transcript: [], document: [], image: [], answer: [], name: [] }
const entryKinds = { transcript: 'segment', document: 'page', image: 'page', answer: 'note' } as const

async function findAll(search: Search): Promise<Found> {
  const { db, principal, query, projectIds, projectId } = search
  const entries = (kind: EntryKind) =>
    findEntries(db, principal, { kind, projectIds, query, limit: maxSearchCount })
  // One after the other, because a search has a single connection.
  const segments = await entries('segment')
  const pages = await entries('page')
  const notes = await entries('note')
  const name = await findNames(db, principal, {
    query,
    projectId,
    limit: namesOfEach,
    hasParticipants: false,
  })
  const newest = (places: EntryPlace[]) =>
    places.sort((a, b) => b.source_id - a.source_id || a.item - b.item || a.position - b.position)
  return {
    transcript: newest(segments),
    document: newest(pages.filter(({ media }) => media === 'document')),
    image: newest(pages.filter(({ media }) => media === 'image')),
    answer: newest(notes),
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
  search: Search,
  found: Found,
  kind: SearchKind | undefined,
  { after = 0, limit }: CursorPage<number>,
): Promise<{ hits: SearchHit[]; next_cursor: string | null }> {
  if (kind) {
    const hits = await readKindHits(search, found, kind, { from: after, to: after + limit })
    const hasMore = found[kind].length > after + limit
    return { hits, next_cursor: hasMore ? writeCursor([after + limit]) : null }
  }
  const first = { from: 0, to: firstOfEach }
  const hits: SearchHit[] = []
  for (const one of searchKinds) hits.push(...(await readKindHits(search, found, one, first)))
  return { hits, next_cursor: null }
}

async function readKindHits(
  { db, query }: Search,
  found: Found,
  kind: SearchKind,
  { from, to }: { from: number; to: number },
): Promise<SearchHit[]> {
  if (kind === 'name') return found.name.slice(from, to).map((row) => viewName(row, query))
  const places = found[kind].slice(from, to)
  const rows = await readHits(db, entryKinds[kind], places)
  const byPlace = new Map(rows.map((row) => [placeName(row), row]))
  return places.flatMap((place) => {
    const row = byPlace.get(placeName(place))
    return row ? [viewHit(kind, row, query)] : []
  })
}

const placeName = ({ source_id, item, position }: Pick<HitRow, 'source_id' | 'item' | 'position'>) =>
  `${source_id}/${item}/${position}`

function viewHit(kind: Exclude<SearchKind, 'name'>, row: HitRow, query: string): SearchHit {
  const isAnswer = kind === 'answer'
  return {
    kind,
    project: { id: row.project_id, name: row.project_name },
    owner: row.owner,
    key: row.key,
    name: row.name,
    media: row.media,
    snippet: snippetOf(row.text, query),
    start_ms: row.start_ms,
    segment: kind === 'transcript' ? row.item - 1 : null,
    page: kind === 'document' ? row.item : null,
    response_id: isAnswer ? row.item : null,
    position: isAnswer ? row.position : null,
  }
}

function viewName(row: NameRow, query: string): SearchHit {
  return {
    kind: 'name',
    project: { id: row.project_id ?? 0, name: row.project_name ?? '' },
    owner: row.owner === 'participant' ? 'project' : row.owner,
    key: row.key,
    name: row.name,
    media: row.media,
    snippet: snippetOf(row.name, query),
    start_ms: null,
    segment: null,
    page: null,
    response_id: null,
    position: null,
  }
}
