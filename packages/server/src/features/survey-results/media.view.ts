import { contentPath, type ImportStatus, type SurveyMedia } from '@inlet/contract/workspace'
import type { Db } from '../../platform/db/database.ts'
import { findPeople } from '../responses/responses.public.ts'
import { canRetryMedia, canWithdrawMedia } from '../surveys/surveys.public.ts'
import type { MediaRow } from './survey-results.repo.ts'

export async function viewMedia(db: Db, surveyId: number, rows: readonly MediaRow[]): Promise<SurveyMedia[]> {
  const ids = rows.map(({ owner_id }) => owner_id).filter((id) => id !== null)
  const people = await findPeople(db, surveyId, ids)
  return rows.map((row) => ({
    id: row.id,
    key: row.media_key,
    filename: row.filename,
    status: row.status,
    level: row.media_level,
    response_id: row.response_id,
    respondent_id: row.owner_id,
    person: (row.owner_id !== null && people.get(row.owner_id)) || null,
    failure: sentence(row.failure_code, row.failure_message),
    recording_status: recordingStatus(row),
    recording_failure: sentence(row.recording_failure_code, row.recording_failure_message),
    duration_ms: row.duration_ms,
    poster_path: row.has_poster ? contentPath('media', row.id, 'poster') : null,
    bytes: row.bytes,
    can_retry: !row.is_superseded && canRetryMedia(row.status, row.recording_failure_code !== null),
    can_withdraw: canWithdrawMedia(row.status),
    created_at: row.created_at.toISOString(),
  }))
}

function recordingStatus(row: MediaRow): ImportStatus | null {
  if (row.status !== 'LINKED') return null
  if (row.recording_failure_code !== null) return 'failed'
  return row.is_transcribed ? 'ready' : 'working'
}

const sentence = (code: string | null, message: string | null) =>
  code === null ? null : { code, message: message ?? '' }
