import type { Principal } from '../../platform/auth/principal.ts'
import type { Tx } from '../../platform/db/database.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import { isRecordKey } from '../../platform/http/keys.ts'
import { type LockedFile, lockOpenFile } from './managed-files.repo.ts'

/** The file of a survey changes with its survey. */
export async function requireLockedFile(tx: Tx, principal: Principal, key: string): Promise<LockedFile> {
  const file = isRecordKey(key) ? await lockOpenFile(tx, principal, key) : undefined
  if (!file) throw new AppError('file_not_found')
  if (file.kind === 'survey')
    throw invalidField('wav_key', 'is the file of a survey; use the upload_key of the survey')
  return file
}
