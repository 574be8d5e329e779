/** Surveys and media files whose results can be read. */
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { isRecordKey } from '../../platform/http/keys.ts'
import { type PlaybackRow, requireRecording } from '../recordings/recordings.public.ts'
import {
  findMediaByKey,
  findSurvey,
  type OpenMediaRow,
  type OpenSurvey,
  openSurvey,
} from '../survey-results/survey-results.public.ts'
import {
  nameWithoutPeople,
  noSuchMedia,
  requireSnapshot,
  type SurveySnapshot,
} from '../surveys/surveys.public.ts'
import { noSuchResult, notReady } from './require-results.ts'

/** A survey stays readable while rows are appended to it. */
export function requireImported({
  status,
  completed_at,
}: Pick<SurveySnapshot, 'status' | 'completed_at'>): void {
  if (completed_at !== null) return
  if (status !== 'FAILED') throw notReady()
  throw new AppError('not_found', {
    message: 'The import has failed, so it has no results. Its status says why.',
  })
}

export async function openImported(db: Db, principal: Principal, uploadKey: string): Promise<OpenSurvey> {
  const row = isRecordKey(uploadKey) ? await findSurvey(db, principal, uploadKey) : undefined
  if (!row) {
    await requireSnapshot(db, principal, uploadKey)
    throw notReady()
  }
  requireImported(row)
  return openSurvey(db, principal, uploadKey)
}

/** Answers the same for a media file that does not exist and one the caller cannot access. */
export async function requireMedia(db: Db, principal: Principal, mediaKey: string): Promise<OpenMediaRow> {
  const media = isRecordKey(mediaKey) ? await findMediaByKey(db, principal, mediaKey) : undefined
  if (media) return media
  throw new AppError('media_not_found', { message: noSuchMedia })
}

/** The recording of a media file, whatever its status. Without `hasPeople` it is not called by its file name. */
export async function requireMediaRecording(
  db: Db,
  principal: Principal,
  { mediaKey, hasPeople }: { mediaKey: string; hasPeople: boolean },
): Promise<PlaybackRow> {
  const { id, status } = await requireMedia(db, principal, mediaKey)
  if (status === 'FAILED') throw noSuchResult()
  if (status !== 'LINKED') throw notReady()
  const row = await requireRecording(db, principal, { owner: 'media', key: String(id) })
  return hasPeople ? row : { ...row, name: nameWithoutPeople(mediaKey, row.name) }
}
