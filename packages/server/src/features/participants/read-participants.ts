/** Lists participants, and one participant with their surveys. */
import type { RouteQuery, RouteResponse } from '@inlet/contract'
import type {
  listParticipants as listRoute,
  getParticipant as oneRoute,
  Participant,
  ParticipantActivity,
} from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import { isAdmin } from '../../platform/auth/require-admin.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { cutPage, isId, readCursorPage } from '../../platform/http/cursor.ts'
import {
  type ActivityRow,
  countRemoval,
  findParticipant,
  listActivity,
  listParticipants as listRows,
  type ParticipantRow,
} from './participant-list.repo.ts'

const maxActivity = 200

export async function listParticipants(
  { db }: { db: Db },
  principal: Principal,
  query: RouteQuery<typeof listRoute>,
): Promise<RouteResponse<typeof listRoute, 200>> {
  const page = readCursorPage(query, ([id]) => (isId(id) ? id : undefined))
  const search = { query: query.q ?? '', before: page.after, limit: page.limit + 1 }
  const { rows, next_cursor } = cutPage(await listRows(db, principal, search), page, (row) => [row.id])
  return { participants: rows.map(viewParticipant), next_cursor }
}

export async function requireParticipant(
  db: Db,
  principal: Principal,
  idText: string,
): Promise<ParticipantRow> {
  const id = Number(idText)
  const row = isId(id) ? await findParticipant(db, principal, id) : undefined
  if (!row) throw new AppError('participant_not_found')
  return row
}

export async function getParticipant(
  { db }: { db: Db },
  principal: Principal,
  idText: string,
): Promise<RouteResponse<typeof oneRoute, 200>> {
  const row = await requireParticipant(db, principal, idText)
  const [activity, removal] = await Promise.all([
    listActivity(db, principal, row.id, maxActivity),
    countRemoval(db, principal, row.id),
  ])
  return {
    ...viewParticipant(row),
    activity: activity.map(viewActivity),
    removal,
    can_remove: isAdmin(principal),
  }
}

function viewParticipant({ id, name, email, survey_count, created_at }: ParticipantRow): Participant {
  return { id, name, email, survey_count, created_at: created_at.toISOString() }
}

function viewActivity(row: ActivityRow): ParticipantActivity {
  return {
    kind: row.kind,
    project: { id: row.project_id, name: row.project_name },
    survey: { upload_key: row.upload_key, name: row.survey_name },
    respondent_id: row.respondent_id,
    response_id: row.response_id,
    media_id: row.media_id,
    name: row.name,
    at: row.at?.toISOString() ?? null,
  }
}
