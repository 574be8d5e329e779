import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { isRecordKey } from '../../platform/http/keys.ts'
import { findPlayback, type PlaybackRow } from './recordings.repo.ts'

export interface RecordingParams {
  owner: string
  key: string
}

/** Answers the same for a recording that does not exist and one the caller cannot access. */
export async function requireRecording(
  db: Db,
  principal: Principal,
  { owner, key }: RecordingParams,
): Promise<PlaybackRow> {
  if (owner !== 'file' && owner !== 'media') throw new AppError('not_found')
  const isKey = owner === 'file' ? isRecordKey(key) : /^[1-9]\d{0,14}$/.test(key)
  const row = isKey ? await findPlayback(db, principal, owner, key) : undefined
  if (!row) throw new AppError('file_not_found')
  return row
}
