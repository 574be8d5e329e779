/**
 * The one way to what was uploaded of a private recording. Who wants it, and why, is written down before the address is
 * made: an address that somebody holds always has its line in the audit.
 */
import { roles } from '@inlet/contract'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { isRecordKey } from '../../platform/http/keys.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { findUserByEmail } from '../teams/teams.public.ts'
import { findOriginal, insertAudit } from './operator.repo.ts'

const expirySeconds = 600

export interface OriginalRequest {
  /** The wav_key of a file, or the id of a media file of a survey. */
  key: string
  /** Who answers for it: an admin of the team that the recording belongs to. */
  email: string
  reason: string
  /** Who sits at the machine, as the machine says. */
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
