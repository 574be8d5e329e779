/** Lists participants, and one participant with their surveys. */
import type { RouteQuery, RouteResponse } from '@inlet/contract'
import type {
  exportParticipants as exportRoute,
  listParticipants as listRoute,
  getParticipant as oneRoute,
} from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import { isAdmin } from '../../platform/auth/require-admin.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { cutPage, isId, readCursorPage } from '../../platform/http/cursor.ts'
import { viewActivity, viewEditable, viewParticipant } from './participant.view.ts'
import { listMerged } from './participant-edits.repo.ts'
import {
  countRemoval,
  findKeptId,
  findParticipant,
  listActivity,
  listParticipants as listRows,
  type ParticipantDetail,
} from './participant-list.repo.ts'

const maxActivity = 200

export async function listParticipants(
  { db }: { db: Db },
  principal: Principal,
  query: RouteQuery<typeof listRoute>,
): Promise<RouteResponse<typeof listRoute, 200>> {
  const page = readCursorPage(query, ([id]) => (isId(id) ? id : undefined))
  const search = { ...readSearch(query), before: page.after, limit: page.limit + 1 }
  const { rows, next_cursor } = cutPage(await listRows(db, principal, search), page, (row) => [row.id])
  return { participants: rows.map(viewParticipant), next_cursor }
}

export const readSearch = ({ q, project_id }: RouteQuery<typeof exportRoute>) => ({
  query: q ?? '',
  projectId: project_id,
})

/** A merged participant leads to the one that was kept. */
export async function findKeptParticipant(
  db: Db,
  principal: Principal,
  idText: string,
): Promise<ParticipantDetail> {
  const id = Number(idText)
  const keptId = isId(id) ? await findKeptId(db, id) : undefined
  return requireParticipant(db, principal, String(keptId))
}

export async function requireParticipant(
  db: Db,
  principal: Principal,
  idText: string,
): Promise<ParticipantDetail> {
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
  const row = await findKeptParticipant(db, principal, idText)
  const merged = row.has_merged ? await listMerged(db, principal, row.id) : []
  const [activity, removal] = await Promise.all([
    listActivity(db, principal, row.id, maxActivity),
    countRemoval(db, principal, row.id),
  ])
  return {
    ...viewParticipant(row),
    ...viewEditable(row),
    merged,
    activity: activity.map(viewActivity),
    removal,
    can_remove: isAdmin(principal),
  }
}
