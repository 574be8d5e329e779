import type { Principal } from '../../platform/auth/principal.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { isRecordKey } from '../../platform/http/keys.ts'
import { findPlayback, lockOwner, type PlaybackRow } from './recordings.repo.ts'

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
  const row = isOwnerKey({ owner, key }) ? await findPlayback(db, principal, owner, key) : undefined
  if (!row) throw new AppError('file_not_found')
  return row
}

const isOwnerKey = ({ owner, key }: RecordingParams): boolean =>
  owner === 'file' ? isRecordKey(key) : owner === 'media' && /^[1-9]\d{0,14}$/.test(key)

/** Like `requireRecording`, for a change: the recording is not moved or deleted until the transaction ends. */
export async function requireLockedRecording(
  tx: Tx,
  principal: Principal,
  params: RecordingParams,
): Promise<PlaybackRow> {
  if (isOwnerKey(params)) await lockOwner(tx, params)
  return requireRecording(tx, principal, params)
}
