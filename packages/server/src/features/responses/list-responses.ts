/** Complete responses, newest first. */
import type { Db } from '../../platform/db/database.ts'
import { findNewest } from './find-newest.ts'
import { listNotesOf, type NoteRow } from './notes.repo.ts'
import { findPeople, type Respondent, unknownPerson } from './respondents.repo.ts'
import { isEmpty, type Question, type ResponseFilter } from './response-filter.ts'
import { partOf, rowOf } from './response-id.ts'
import {
  listNewest,
  listNewestAfter,
  listResponseIdsOf,
  listResponsesByIds,
  type ResponseCursor,
  type ResponseRow,
} from './responses.repo.ts'

export interface Response {
  id: number
  /** Position in the uploaded file. Rows are numbered from 1, without the header. */
  partNumber: number
  row: number
  respondent: Respondent
  answeredAt: Date | null
  answeredText: string | null
  /** Selected options and scores. */
  optionIds: number[]
  ranks: { optionId: number; place: number }[]
  notes: { position: number; text: string; isCut: boolean }[]
}

export interface ResponsePage {
  responses: Response[]
  /** Null on the last page. */
  next: ResponseCursor | null
}

export interface ListResponses {
  surveyId: number
  columns: readonly Question[]
  filter?: ResponseFilter
  after?: ResponseCursor
  limit: number
}

/** Lists truncate very long answers; the single response has the whole text. */
const noteCharsInList = 2_000

export async function listResponses(db: Db, list: ListResponses): Promise<ResponsePage> {
  const rows = await findPage(db, list)
  const last = rows.at(-1)
  return {
    responses: await withNotes(db, list, rows, noteCharsInList),
    next: rows.length < list.limit || !last ? null : { answeredAt: last.answeredAt, id: last.id },
  }
}

async function findPage(db: Db, list: ListResponses): Promise<ResponseRow[]> {
  const { surveyId, filter = {}, after, limit } = list
  if (!isEmpty(filter)) return listResponsesByIds(db, surveyId, await findNewest(db, { ...list, filter }))
  return after ? listNewestAfter(db, surveyId, after, limit) : listNewest(db, surveyId, limit)
}

/** Undefined when no response has this id. */
export async function getResponse(
  db: Db,
  survey: { surveyId: number; columns: readonly Question[] },
  id: number,
): Promise<Response | undefined> {
  const [response] = await withNotes(db, survey, await listResponsesByIds(db, survey.surveyId, [id]))
  return response
}

/** All responses of one person, newest first. */
export async function listResponsesOf(
  db: Db,
  survey: { surveyId: number; columns: readonly Question[] },
  respondentId: number,
): Promise<Response[]> {
  const ids = await listResponseIdsOf(db, survey.surveyId, respondentId)
  return withNotes(db, survey, await listResponsesByIds(db, survey.surveyId, ids), noteCharsInList)
}

/** Returns the existing responses in the order of `ids`, with full texts only on request. */
export async function readResponses(
  db: Db,
  survey: { surveyId: number; columns: readonly Question[] },
  ids: readonly number[],
  { isWhole = false } = {},
): Promise<Response[]> {
  const found = await listResponsesByIds(db, survey.surveyId, ids)
  const byId = new Map(found.map((row) => [row.id, row]))
  const rows = ids.flatMap((id) => byId.get(id) ?? [])
  return withNotes(db, survey, rows, isWhole ? undefined : noteCharsInList)
}

async function withNotes(
  db: Db,
  { surveyId, columns }: { surveyId: number; columns: readonly Question[] },
  rows: readonly ResponseRow[],
  maxChars?: number,
): Promise<Response[]> {
  const positions = columns.filter(({ type }) => type === 'Open-ended').map(({ position }) => position)
  const ids = rows.map(({ id }) => id)
  const respondentIds = rows.map(({ respondentId }) => respondentId)
  const [found, people] = await Promise.all([
    listNotesOf(db, surveyId, positions, ids, maxChars),
    findPeople(db, surveyId, respondentIds),
  ])
  const notes = Map.groupBy(found, ({ responseId }) => responseId)
  return rows.map((row) => viewResponse(row, notes.get(row.id) ?? [], people.get(row.respondentId)))
}

function viewResponse(row: ResponseRow, notes: readonly NoteRow[], person: Respondent | undefined): Response {
  const ranks = row.ranks ?? []
  return {
    id: row.id,
    partNumber: partOf(row.id),
    row: rowOf(row.id) + 1,
    respondent: person ?? unknownPerson(row.respondentId),
    answeredAt: row.answeredAt,
    answeredText: row.answeredText,
    optionIds: row.answers,
    ranks: Array.from({ length: ranks.length / 2 }, (_, i) => ({
      optionId: ranks[2 * i] ?? 0,
      place: ranks[2 * i + 1] ?? 0,
    })),
    notes: notes.map(({ position, text, isCut }) => ({ position, text, isCut })),
  }
}
