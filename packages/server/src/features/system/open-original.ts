/**
 * The only way to the original of a protected recording. The audit log entry is written before the URL is created, so
 * every issued URL has an entry.
 */
import { roles } from '@inlet/contract'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { isRecordKey } from '../../platform/http/keys.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { insertAudit } from '../audit/audit.public.ts'
import { findUserByEmail } from '../team/team.public.ts'
import { findOriginal } from './system.repo.ts'

const expirySeconds = 600

export interface OriginalRequest {
  /** The wav_key of a file, or the id of a media file of a survey. */
  key: string
  /** The responsible admin of the team that owns the recording. */
  email: string
  reason: string
  /** The operating system user who runs the command. */
  operator: string
}

export interface OpenedOriginal {
  name: string
  url: string
  expires_at: Date
}

export type OriginalRefusal = 'no_recording' | 'original_deleted' | 'no_admin' | 'no_reason'

export async function openOriginal(
  { db, store, now }: { db: Db; store: ObjectStore; now: () => number },
  { key, email, reason, operator }: OriginalRequest,
): Promise<OpenedOriginal | OriginalRefusal> {
  if (reason.trim() === '') return 'no_reason'
  const owner = isRecordKey(key) ? 'file' : /^[1-9]\d{0,14}$/.test(key) ? 'media' : undefined
  const original = owner && (await findOriginal(db, owner, key))
  if (!original) return 'no_recording'
  const user = await findUserByEmail(db, email)
  const isAdmin = user?.role === roles.admin && user.suspended_at === null
  if (!isAdmin || user.team_id !== original.team_id) return 'no_admin'
  if (original.object_key === null) return 'original_deleted'
  await inTransaction(db, (tx) =>
    insertAudit(tx, {
      userId: user.id,
      action: 'operator.openOriginal',
      subject: `${owner} ${key}`,
      details: { reason: reason.trim(), operator },
    }),
  )
  const url = await store.presignDownload(original.object_key, original.name, {
    isAttachment: true,
    expirySeconds,
  })
  return { name: original.name, url, expires_at: new Date(now() + expirySeconds * 1000) }
}
