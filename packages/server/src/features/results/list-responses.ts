/** Responses of a survey by cursor, in the order of parts and rows. */
import type { ResponsePage, ResultResponse, RouteQuery, listResultResponses as route } from '@inlet/contract'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { isSmallId, readApiCursorPage, writeCursor } from '../../platform/http/cursor.ts'
import {
  isInParts,
  listPartSizes,
  listRemovedIds,
  matchResponses,
  readResponses,
} from '../responses/responses.public.ts'
import { type OpenSurvey, readFilter, viewResponses } from '../survey-results/survey-results.public.ts'
import { openImported } from './open-results.ts'

export type ResponseQuery = RouteQuery<typeof route>

export interface ResponseReading {
  principal: Principal
  uploadKey: string
  query: ResponseQuery
  /** The token has participant:read. */
  hasPeople: boolean
}

export async function listResponses(
  { db }: { db: Db },
  { principal, uploadKey, query, hasPeople }: ResponseReading,
): Promise<ResponsePage> {
  const filter = readFilter(query)
  const page = readApiCursorPage(query, ([id]) => (isSmallId(id) ? id : undefined))
  const survey = await openImported(db, principal, uploadKey)
  const parts = await listPartSizes(db, survey.surveyId)
  const { after, limit } = page
  // Decoding ignores characters that encoding does not produce.
  const isOfPage = after === undefined || (isInParts(parts, after) && writeCursor([after]) === query.cursor)
  if (!isOfPage) throw new AppError('invalid_cursor')
  const ids: number[] = []
  for await (const id of matchResponses(db, { ...survey, filter, parts, after })) {
    ids.push(id)
    if (ids.length > limit) break
  }
  const shown = ids.slice(0, limit)
  const last = shown.at(-1)
  return {
    responses: await readInOrder(db, survey, shown, hasPeople),
    next_cursor: ids.length > limit && last !== undefined ? writeCursor([last]) : null,
  }
}

/** Names and addresses are left out here, so that neither pages nor streams can contain them. */
export async function readInOrder(
  db: Db,
  survey: OpenSurvey,
  ids: readonly number[],
  hasPeople: boolean,
): Promise<ResultResponse[]> {
  const found = await readResponses(db, survey, ids, { isWhole: true })
  const partNumbers = [...new Set(found.map(({ partNumber }) => partNumber))]
  const removed = await listRemovedIds(db, survey.surveyId, partNumbers)
  const viewed = await viewResponses(
    db,
    survey,
    found.toSorted((a, b) => a.id - b.id),
  )
  return viewed.map(({ id, part_number, row, answered_at, person, answers }) => ({
    response_id: id,
    part_number,
    row,
    answered_at,
    respondent_id: person.id,
    is_erased: removed.has(id),
    ...(hasPeople && { respondent: { name: person.name, email: person.email } }),
    answers: answers.map(({ position, values }) => ({ position, values })),
  }))
}
