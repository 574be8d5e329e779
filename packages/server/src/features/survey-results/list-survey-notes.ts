import type { RouteQuery, RouteResponse } from '@inlet/contract'
import type { listSurveyNotes as route, SurveyNote } from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { isSmallId, readCursorPage, writeCursor } from '../../platform/http/cursor.ts'
import { listNotes, type Note, type ResponseCursor } from '../responses/responses.public.ts'
import { readFilter } from './filter-query.ts'
import { openSurvey } from './open-survey.ts'
import { readRowId } from './read-row-id.ts'

export async function listSurveyNotes(
  { db }: { db: Db },
  principal: Principal,
  params: { upload_key: string; position: string },
  query: RouteQuery<typeof route>,
): Promise<RouteResponse<typeof route, 200>> {
  const filter = readFilter(query)
  const page = readCursorPage(query, readPlace)
  const survey = await openSurvey(db, principal, params.upload_key)
  const position = readRowId(params.position)
  const column = survey.columns.find((one) => one.position === position && one.type === 'Open-ended')
  if (!column) throw new AppError('not_found')
  const { notes, next } = await listNotes(db, {
    ...survey,
    position: column.position,
    filter,
    limit: page.limit,
    ...(page.after && { after: page.after }),
  })
  return {
    notes: notes.map(viewNote),
    next_cursor: next && writeCursor([next.answeredAt?.toISOString() ?? null, next.id]),
  }
}

function readPlace([at, id]: unknown[]): ResponseCursor | undefined {
  if (!isSmallId(id)) return undefined
  if (at === null) return { answeredAt: null, id }
  const answeredAt = typeof at === 'string' ? new Date(at) : new Date(Number.NaN)
  if (Number.isNaN(answeredAt.getTime()) || answeredAt.toISOString() !== at) return undefined
  return { answeredAt, id }
}

function viewNote(note: Note): SurveyNote {
  return {
    response_id: note.responseId,
    position: note.position,
    text: note.text,
    is_cut: note.isCut,
    highlights: note.highlights,
    answered_at: note.answeredAt?.toISOString() ?? null,
    person: note.respondent,
  }
}
