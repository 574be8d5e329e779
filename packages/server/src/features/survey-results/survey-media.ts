/** Media that people sent with a survey, and another try for one that did not come. */
import type { MediaDescriptor, MediaStatus, RouteResponse } from '@inlet/contract'
import type { listSurveyMedia as route } from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import { cutPage, isId, readCursorPage } from '../../platform/http/cursor.ts'
import { readText } from '../../platform/http/query.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { retryMedia } from '../surveys/surveys.public.ts'
import { viewMedia } from './media.view.ts'
import { requireSurvey } from './open-survey.ts'
import { findMediaName, listMedia } from './survey-results.repo.ts'

const statuses: readonly MediaStatus[] = ['PENDING', 'UPLOADED', 'LINKED', 'FAILED']

export async function listSurveyMedia(
  { db }: { db: Db },
  principal: Principal,
  uploadKey: string,
  query: unknown,
): Promise<RouteResponse<typeof route, 200>> {
  const { id } = await requireSurvey(db, principal, uploadKey)
  const page = readCursorPage(query, ([last]) => (isId(last) ? last : undefined))
  const found = await listMedia(db, id, {
    status: readStatus(query),
    after: page.after ?? 0,
    limit: page.limit + 1,
  })
  const { rows, next_cursor } = cutPage(found, page, (row) => [row.id])
  return { media: await viewMedia(db, id, rows), next_cursor }
}

function readStatus(query: unknown): MediaStatus | undefined {
  const text = readText(query, 'status')
  if (text === '') return undefined
  const status = statuses.find((one) => one === text)
  if (!status) throw invalidField('status', `must be one of ${statuses.join(', ')}`)
  return status
}

export async function retrySurveyMedia(
  deps: { db: Db; store: ObjectStore },
  principal: Principal,
  params: { upload_key: string; media_id: string },
): Promise<MediaDescriptor> {
  const { id } = await requireSurvey(deps.db, principal, params.upload_key)
  const mediaId = /^[1-9]\d{0,14}$/.test(params.media_id) ? Number(params.media_id) : 0
  const filename = await findMediaName(deps.db, id, mediaId)
  if (filename === undefined) throw new AppError('media_not_found')
  return retryMedia(deps, principal, { uploadKey: params.upload_key, filename })
}
