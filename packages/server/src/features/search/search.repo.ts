/**
 * SQL of search. An entry carries two words no text can hold, for they have a space in them: its project and its
 * source. So the index itself leaves out what is of others, however common the word that is asked for.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { toSearchQuery } from './search-query.ts'

export type SearchKind = 'note' | 'page' | 'segment'

/** Texts of a source as a query yields them: `item`, `position`, `text`. */
export interface SearchSource {
  projectId: number
  kind: SearchKind
  sourceId: number
  texts: RawBuilder<unknown>
}

export async function addSearchEntries(tx: Tx, source: SearchSource): Promise<number> {
  const { projectId, kind, sourceId, texts } = source
  const marks = [`project ${projectId}`, sourceMark(kind, sourceId)]
  const { numAffectedRows } = await sql`
    insert into search_entry (project_id, kind, source_id, item, position, words)
    select ${projectId}, ${kind}, ${sourceId}, item, position,
      searchable_words(text) || array_to_tsvector(${marks}::text[])
    from (${texts}) as texts`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

const sourceMark = (kind: SearchKind, sourceId: number) => `${kind} ${sourceId}`

/**
 * The condition that an entry of the source matches; the last word may be unfinished. The mark says all about kind and
 * source: said in columns as well, the planner would read everything of the source instead of asking the index.
 */
export function foundIn(
  source: { projectId: number; kind: SearchKind; sourceId: number },
  query: string,
): RawBuilder<boolean> {
  const { projectId, kind, sourceId } = source
  return sql<boolean>`search_entry.project_id = ${projectId} and search_entry.words @@ (
    ${toPrefixQuery(query)}
    && (quote_literal(${sourceMark(kind, sourceId)}))::tsquery)`
}

/** With more projects than this, their marks take longer to compare than what they leave out. */
const maxMarks = 50

/** As `foundIn`, in any of the projects. */
export function foundInProjects(projectIds: readonly number[], query: string): RawBuilder<boolean> {
  const words = toPrefixQuery(query)
  if (projectIds.length > maxMarks)
    return sql<boolean>`search_entry.words @@ ${words}
      and (search_entry.project_id in (select unnest(${[...projectIds]}::bigint[]))) is true`
  const marks = projectIds.map((id) => `'project ${id}'`).join(' | ')
  return sql<boolean>`search_entry.project_id = any (${[...projectIds]}::bigint[]) and search_entry.words @@ (
    ${words} && (${marks})::tsquery)`
}

/** What was typed, as a tsquery whose last word may be unfinished; null when there is no word in it. */
export function toPrefixQuery(query: string): RawBuilder<unknown> {
  return sql`(nullif(websearch_to_tsquery('simple', ${toSearchQuery(query)})::text, '') || ':*')::tsquery`
}

/** True for rows whose name has the words, of one team. The expression is that of the index. */
export function isNamed(
  { teamId, name }: { teamId: RawBuilder<unknown>; name: RawBuilder<unknown> },
  ofTeam: number,
  query: string,
): RawBuilder<boolean> {
  const words = query.replaceAll(/[._/\\@+()[\]&,;:-]/g, ' ')
  return sql<boolean>`name_words(${teamId}, ${name}) @@ (
    ${toPrefixQuery(words)} && (quote_literal(${`team ${ofTeam}`}))::tsquery)`
}

/** 0 when nothing of the source is indexed. */
export async function findProgress(db: Db, kind: SearchKind, sourceId: number): Promise<number> {
  const { rows } = await sql<{ item: number }>`
    select item from search_progress where kind = ${kind} and source_id = ${sourceId}`.execute(db)
  return rows[0]?.item ?? 0
}

export async function saveProgress(tx: Tx, kind: SearchKind, sourceId: number, item: number): Promise<void> {
  await sql`
    insert into search_progress (kind, source_id, item) values (${kind}, ${sourceId}, ${item})
    on conflict (kind, source_id) do update set item = excluded.item`.execute(tx)
}

export async function deleteSearchEntries(
  tx: Tx,
  { projectId, kind, sourceId }: Omit<SearchSource, 'texts'>,
  items: readonly number[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from search_entry where project_id = ${projectId} and kind = ${kind} and source_id = ${sourceId}
      and item = any (${[...items]}::int[])`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** All of the sources, also what was indexed while they belonged to another project. */
export async function deleteSearchSources(
  tx: Tx,
  kind: SearchKind,
  sourceIds: readonly number[],
): Promise<number> {
  const areTheirs = sql<boolean>`kind = ${kind} and source_id = any (${[...sourceIds]}::bigint[])`
  const { numAffectedRows } = await sql`
    delete from search_entry where ${areTheirs}`.execute(tx)
  await sql`delete from search_progress where ${areTheirs}`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
