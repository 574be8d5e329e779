import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { isRecordKey } from '../../platform/http/keys.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { type DocumentRow, findDocument } from './documents.repo.ts'

export interface DocumentParams {
  owner: string
  key: string
}

/** A document without access is reported like one that does not exist. */
export async function requireDocument(
  db: Db,
  principal: Principal,
  { owner, key }: DocumentParams,
  media: readonly DocumentRow['media'][] = ['document'],
): Promise<DocumentRow> {
  if (owner !== 'file' && owner !== 'insight') throw new AppError('not_found')
  const row = isRecordKey(key) ? await findDocument(db, principal, owner, key) : undefined
  if (!row || !media.includes(row.media))
    throw new AppError(owner === 'file' ? 'file_not_found' : 'insight_not_found')
  return row
}

export async function originalUrlOf(store: ObjectStore, row: DocumentRow): Promise<string | null> {
  return row.original_key && store.presignDownload(row.original_key, row.name, { isAttachment: true })
}
