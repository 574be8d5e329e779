/** Survey media in the workspace: list, upload again, replace and withdraw. */
import type { MediaDescriptor, RouteQuery, RouteResponse } from '@inlet/contract'
import type { listSurveyMedia as route } from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { cutPage, isId, readCursorPage } from '../../platform/http/cursor.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { retryMedia, withdrawMedia } from '../surveys/surveys.public.ts'
import { viewMedia } from './media.view.ts'
import { requireSurvey } from './open-survey.ts'
import { findMediaName, listMedia } from './survey-results.repo.ts'

export async function listSurveyMedia(
  { db }: { db: Db },
  principal: Principal,
  uploadKey: string,
  query: RouteQuery<typeof route>,
): Promise<RouteResponse<typeof route, 200>> {
  const { id } = await requireSurvey(db, principal, uploadKey)
  const page = readCursorPage(query, ([last]) => (isId(last) ? last : undefined))
  const found = await listMedia(db, id, {
    status: query.status,
    after: page.after ?? 0,
    limit: page.limit + 1,
  })
  const { rows, next_cursor } = cutPage(found, page, (row) => [row.id])
  return { media: await viewMedia(db, id, rows), next_cursor }
}

export async function retrySurveyMedia(
  deps: { db: Db; store: ObjectStore },
  principal: Principal,
  params: MediaParams,
  newName: string | undefined,
): Promise<MediaDescriptor> {
  const filename = await requireName(deps.db, principal, params)
  return retryMedia(deps, principal, { uploadKey: params.upload_key, filename, newName })
}

export async function withdrawSurveyMedia(
  deps: { db: Db },
  principal: Principal,
  params: MediaParams,
): Promise<void> {
  const filename = await requireName(deps.db, principal, params)
  await withdrawMedia(deps, principal, { uploadKey: params.upload_key, filename })
}

interface MediaParams {
  upload_key: string
  media_id: string
}

async function requireName(db: Db, principal: Principal, params: MediaParams): Promise<string> {
  const { id } = await requireSurvey(db, principal, params.upload_key)
  const mediaId = /^[1-9]\d{0,14}$/.test(params.media_id) ? Number(params.media_id) : 0
  const filename = await findMediaName(db, id, mediaId)
  if (filename === undefined) throw new AppError('media_not_found')
  return filename
}
