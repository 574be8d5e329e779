/** SQL of notes. */
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { foundIn } from '../search-index/search-index.public.ts'

/** Undefined when the survey no longer exists. */
export async function findProject(
  db: Db,
  surveyId: number,
  { isLocked = false } = {},
): Promise<number | undefined> {
  const { rows } = await sql<{ project_id: number }>`
    select project_id from survey where id = ${surveyId} ${isLocked ? sql`for update` : sql``}`.execute(db)
  return rows[0]?.project_id
}

/** The last id of the next batch of responses; undefined when none are left. */
export async function lastOfNextResponses(
  tx: Tx,
  surveyId: number,
  after: number,
  limit: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ last: number | null }>`
    select max(id) as last from (
      select id from response where survey_id = ${surveyId} and id > ${after} order by id limit ${limit}) next`.execute(
    tx,
  )
  return rows[0]?.last ?? undefined
}

/** Entries for the search index. */
export function notesBetween(
  surveyId: number,
  positions: readonly number[],
  after: number,
  last: number,
): RawBuilder<unknown> {
  return sql`
    select response_id as item, position, text from note
    where survey_id = ${surveyId} and position = any (${[...positions]}::int[])
      and response_id > ${after} and response_id <= ${last}`
}

export interface NoteRow {
  responseId: number
  position: number
  text: string
  isCut: boolean
}

/** Texts are complete unless a limit is given. */
export async function listNotesOf(
  db: Db,
  surveyId: number,
  positions: readonly number[],
  responseIds: readonly number[],
  maxChars?: number,
): Promise<NoteRow[]> {
  if (positions.length === 0 || responseIds.length === 0) return []
  const limit = maxChars ?? null
  const { rows } = await sql<NoteRow>`
    select response_id as "responseId", position, coalesce(left(text, ${limit}::int), text) as text,
      coalesce(length(text) > ${limit}::int, false) as "isCut"
    from note
    where survey_id = ${surveyId} and position = any (${[...positions]}::int[])
      and response_id = any (${[...responseIds]}::int[])
    order by response_id, position`.execute(db)
  return rows
}

/** Ids of responses with a matching note, in all questions or one; undefined without a search. */
export async function findResponsesSaying(
  db: Db,
  surveyId: number,
  words: string | undefined,
  position?: number,
): Promise<Set<number> | undefined> {
  if (words === undefined || words.trim() === '') return undefined
  const projectId = await findProject(db, surveyId)
  if (projectId === undefined) return new Set()
  const { rows } = await sql<{ item: number }>`
    select distinct item from search_entry
    where ${foundIn({ projectId, kind: 'note', sourceId: surveyId }, words)}
      and (${position ?? null}::int is null or position = ${position ?? null}::int)`.execute(db)
  return new Set(rows.map(({ item }) => item))
}
