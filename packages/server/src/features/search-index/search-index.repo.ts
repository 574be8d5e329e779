/**
 * SQL of the search index. Each entry contains two lexemes with a space, which no text can produce: its project and its
 * source. The index itself therefore excludes other projects, however common the word.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { toSearchQuery } from './search-query.ts'

export type SearchKind = 'note' | 'page' | 'segment'

/** A query for the texts of a source, with the columns `item`, `position` and `text`. */
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
 * True when an entry of the source matches; the last word may be a prefix. Kind and source are part of the lexeme:
 * with conditions on their columns the planner would scan the whole source instead of using the index.
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

/** With more projects than this, comparing their lexemes costs more than it saves. */
const maxMarks = 50

/** Like `foundIn`, in any of the projects, for a tsquery. */
export function foundInProjects(
  projectIds: readonly number[],
  words: RawBuilder<unknown>,
): RawBuilder<boolean> {
  if (projectIds.length > maxMarks)
    return sql<boolean>`search_entry.words @@ ${words}
      and (search_entry.project_id in (select unnest(${[...projectIds]}::bigint[]))) is true`
  const marks = projectIds.map((id) => `'project ${id}'`).join(' | ')
  return sql<boolean>`search_entry.project_id = any (${[...projectIds]}::bigint[]) and search_entry.words @@ (
    ${words} && (${marks})::tsquery)`
}

/** The input as a tsquery with a prefix match on the last word; null when it contains no word. */
export function toPrefixQuery(query: string): RawBuilder<unknown> {
  // A query that ends with an excluded phrase ends with a bracket, which cannot be a prefix.
  const words = sql`nullif(websearch_to_tsquery('simple', ${toSearchQuery(query)})::text, '')`
  return sql`regexp_replace(${words}, '''$', ''':*')::tsquery`
}

export interface LexemeRow {
  word: string
  /** Empty for a stop word of the dictionary, null for a word it does not know. */
  lexemes: string[] | null
}

/** The words as each of the dictionaries of stems has them. */
export async function findLexemes(
  db: Db,
  words: readonly string[],
  dictionaries: readonly string[],
): Promise<LexemeRow[]> {
  const { rows } = await sql<LexemeRow>`
    select word, ts_lexize(dictionary::regdictionary, word) as lexemes
    from unnest(${[...words]}::text[]) as word, unnest(${[...dictionaries]}::text[]) as dictionary`.execute(
    db,
  )
  return rows
}

/** True for rows of one team whose name contains the words. The expression must match the index. */
export function isNamed(
  { teamId, name }: { teamId: RawBuilder<unknown>; name: RawBuilder<unknown> },
  ofTeam: number,
  query: string,
): RawBuilder<boolean> {
  const words = query.replaceAll(/[._/\\@+()[\]&,;:-]/g, ' ')
  return sql<boolean>`name_words(${teamId}, ${name}) @@ (
    ${toPrefixQuery(words)} && (quote_literal(${`team ${ofTeam}`}))::tsquery)`
}

/** 0 when the source is not indexed yet. */
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

/** Entries of one position in the items `first` to `last`. */
export async function deletePositionEntries(
  tx: Tx,
  { projectId, kind, sourceId }: Omit<SearchSource, 'texts'>,
  { position, first, last }: { position: number; first: number; last: number },
): Promise<void> {
  await sql`
    delete from search_entry where project_id = ${projectId} and kind = ${kind} and source_id = ${sourceId}
      and item between ${first}::int and ${last}::int and position = ${position}`.execute(tx)
}

/** Deletes all entries of the sources, including those indexed under another project. */
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

export async function deleteProjectEntries(tx: Tx, projectId: number): Promise<void> {
  await sql`delete from search_entry where project_id = ${projectId}`.execute(tx)
}
