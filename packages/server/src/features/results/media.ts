/** Media files of surveys. */
import type { MediaRecord, RouteQuery, RouteResponse, listResultMedia as route } from '@inlet/contract'
import { resultsPrefix } from '@inlet/contract'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { cutPage, isId, readApiCursorPage } from '../../platform/http/cursor.ts'
import { extendedTagOf } from '../../platform/http/etag.ts'
import { listMedia, type MediaRow } from '../survey-results/survey-results.public.ts'
import { nameWithoutPeople, viewManagedMedia } from '../surveys/surveys.public.ts'
import { openImported, requireMedia } from './open-results.ts'

export async function listSurveyMedia(
  { db }: { db: Db },
  principal: Principal,
  { uploadKey, hasPeople }: { uploadKey: string; hasPeople: boolean },
  query: RouteQuery<typeof route>,
): Promise<RouteResponse<typeof route, 200>> {
  const page = readApiCursorPage(query, ([id]) => (isId(id) ? id : undefined))
  const { surveyId } = await openImported(db, principal, uploadKey)
  const found = await listMedia(db, surveyId, {
    status: undefined,
    after: page.after ?? 0,
    limit: page.limit + 1,
  })
  const { rows, next_cursor } = cutPage(found, page, ({ id }) => [id])
  return { media: rows.map((row) => viewMedia(row, { uploadKey, hasPeople })), next_cursor }
}

export async function getMedia(
  { db }: { db: Db },
  principal: Principal,
  { mediaKey, hasPeople }: { mediaKey: string; hasPeople: boolean },
): Promise<{ record: MediaRecord; etag: string }> {
  const media = await requireMedia(db, principal, mediaKey)
  const record = viewMedia(media, { uploadKey: media.upload_key, hasPeople })
  return { record, etag: extendedTagOf(viewManagedMedia(media), record) }
}

export function viewMedia(
  row: MediaRow,
  { uploadKey, hasPeople }: { uploadKey: string; hasPeople: boolean },
): MediaRecord {
  const path = `${resultsPrefix}/media/${row.media_key}`
  return {
    media_key: row.media_key,
    upload_key: uploadKey,
    filename: hasPeople ? row.filename : nameWithoutPeople(row.media_key, row.filename),
    status: row.status,
    media_level: row.media_level,
    response_id: row.response_id,
    respondent_id: row.owner_id,
    recording_status: recordingStatus(row),
    error_code: row.failure_code ?? row.recording_failure_code,
    error_reason: row.failure_message ?? row.recording_failure_message,
    duration_ms: row.duration_ms,
    size_bytes: row.bytes,
    created_at: row.created_at.toISOString(),
    links: { transcript: `${path}/transcript`, urls: `${path}/urls` },
  }
}

function recordingStatus(row: MediaRow): MediaRecord['recording_status'] {
  if (row.status !== 'LINKED') return null
  if (row.recording_failure_code !== null) return 'error'
  return row.is_transcribed ? 'completed' : 'processing'
}
