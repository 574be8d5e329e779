import type { FileRecordKind } from '@inlet/contract'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { type DocumentRow, requireDocument } from '../documents/documents.public.ts'
import { requireOpenFile } from '../files/files.public.ts'
import { requireOpenInsight } from '../insights/insights.public.ts'
import { type PlaybackRow, requireRecording } from '../recordings/recordings.public.ts'
import { type ImportResults, readabilityOf } from './results.policy.ts'

/** The owner of results: an insight by its `insight_key`, a file by its `wav_key`. */
export interface ResultOwner {
  owner: 'insight' | 'file'
  key: string
}

const retryAfterSeconds = 5

export const notReady = (): AppError =>
  new AppError('not_ready', { headers: { 'retry-after': String(retryAfterSeconds) } })

export const noSuchResult = (): AppError =>
  new AppError('not_found', {
    message: 'This record has no such result. The links of the record list its results.',
  })

/** Throws unless there are results. The message of a failure is written for people and quotes no content. */
export function requireReadable(results: ImportResults, reason: string | null): void {
  const readability = readabilityOf(results)
  if (readability === 'not_ready') throw notReady()
  if (readability === 'closed')
    throw new AppError('recording_closed', {
      message: `The recording could not be protected, so it has no results. ${reason ?? ''}`.trim(),
    })
  if (readability === 'none')
    throw new AppError('not_found', {
      message: `The import has failed, so it has no results. ${reason ?? ''}`.trim(),
    })
}

/** Before its upload is complete, an import has no document or recording. */
async function requireUploaded(
  db: Db,
  principal: Principal,
  { owner, key }: ResultOwner,
  kinds: readonly FileRecordKind[],
): Promise<void> {
  if (owner === 'insight') {
    const { phase } = await requireOpenInsight(db, principal, key)
    if (phase === 'awaiting_upload') throw notReady()
    return
  }
  const { kind, status } = await requireOpenFile(db, principal, key)
  if (!kinds.includes(kind)) throw noSuchResult()
  if (status === 'pending_upload') throw notReady()
}

/** A document or image whose text can be read. */
export async function requireText(db: Db, principal: Principal, owner: ResultOwner): Promise<DocumentRow> {
  await requireUploaded(db, principal, owner, ['document', 'image'])
  const row = await requireDocument(db, principal, owner, ['document', 'image'])
  requireReadable({ status: row.status, isProtected: false }, row.failure_message)
  return row
}

/** A recording, whatever its status. */
export async function requireRecordedFile(
  db: Db,
  principal: Principal,
  wavKey: string,
): Promise<PlaybackRow> {
  await requireUploaded(db, principal, { owner: 'file', key: wavKey }, ['audio', 'video'])
  return requireRecording(db, principal, { owner: 'file', key: wavKey })
}

export const resultsOf = ({ status, is_private }: PlaybackRow): ImportResults => ({
  status,
  isProtected: is_private,
})
