import { maxMediaPage, type SurveyInclude, type SurveyUpload } from '@inlet/contract'
import type { Principal } from '../../platform/auth/principal.ts'
import { type CursorPage, cutPage, isId, readCursorPage } from '../../platform/http/cursor.ts'
import type { Waiting } from '../../platform/http/wait.ts'
import type { StatusWaits } from '../changes/changes.public.ts'
import { type NoticeDeps, noticeUploads } from './notice-uploads.ts'
import { requireSnapshot } from './open-survey.ts'
import { viewSurvey } from './survey.view.ts'
import { includeInStatus } from './survey-includes.ts'
import type { SurveySnapshot } from './surveys.repo.ts'

export interface SurveyFields {
  include?: ReadonlySet<SurveyInclude>
  mediaPage?: MediaPage | undefined
}

export async function getSurvey(
  deps: NoticeDeps,
  principal: Principal,
  uploadKey: string,
  fields: SurveyFields = {},
): Promise<SurveyUpload> {
  return describeSurvey(deps, await readSnapshot(deps, principal, uploadKey), fields)
}

/** Like `getSurvey`; while the survey is being processed, the call waits if the caller asks for that. */
export async function awaitSurvey(
  deps: NoticeDeps & { statusWaits: StatusWaits },
  waiting: Waiting,
  uploadKey: string,
  fields: SurveyFields,
): Promise<SurveyUpload> {
  const snapshot = await deps.statusWaits.poll({
    ...waiting,
    imports: [{ kind: 'survey', key: uploadKey }],
    read: async () => readSnapshot(deps, await waiting.principal(), uploadKey),
    isFinal: ({ status }) => status !== 'VALIDATING' && status !== 'PROCESSING',
  })
  return describeSurvey(deps, snapshot, fields)
}

async function describeSurvey(
  deps: NoticeDeps,
  snapshot: SurveySnapshot,
  { include = new Set(), mediaPage }: SurveyFields,
): Promise<SurveyUpload> {
  const { survey, nextCursor } = mediaPage
    ? cutMedia(snapshot, mediaPage)
    : { survey: snapshot, nextCursor: undefined }
  return {
    ...viewSurvey(survey),
    ...(await includeInStatus(deps.db, survey, include)),
    ...(nextCursor !== undefined && { next_media_cursor: nextCursor }),
  }
}

export type MediaPage = CursorPage<number>

/** Undefined unless the request asks for a page of media files. */
export function readMediaPage({
  media_limit: limit,
  media_cursor: cursor,
}: {
  media_limit?: number
  media_cursor?: string
}): MediaPage | undefined {
  if (limit === undefined && cursor === undefined) return undefined
  return readCursorPage(
    { limit: limit ?? maxMediaPage, ...(cursor !== undefined && { cursor }) },
    ([place]) => (isId(place) ? place : undefined),
    'media_cursor',
  )
}

function cutMedia(snapshot: SurveySnapshot, page: MediaPage) {
  const { after = 0 } = page
  const rest = snapshot.media.filter(({ place }) => place > after)
  const { rows: media, next_cursor: nextCursor } = cutPage(rest, page, ({ place }) => [place])
  return { survey: { ...snapshot, media }, nextCursor }
}

async function readSnapshot(
  deps: NoticeDeps,
  principal: Principal,
  uploadKey: string,
): Promise<SurveySnapshot> {
  const survey = await requireSnapshot(deps.db, principal, uploadKey)
  const pendingKeys = pendingKeysOf(survey)
  if (pendingKeys.length === 0) return survey
  const isNews = await noticeUploads(deps, { ...survey, pendingKeys })
  return isNews ? requireSnapshot(deps.db, principal, uploadKey) : survey
}

/** Other states expect no uploads, or need a retry first. */
function pendingKeysOf({ status, parts, media }: SurveySnapshot): string[] {
  if (status !== 'AWAITING_UPLOAD' && status !== 'COMPLETED') return []
  return [...parts, ...media].filter((one) => one.status === 'PENDING').map((one) => one.upload_key)
}
