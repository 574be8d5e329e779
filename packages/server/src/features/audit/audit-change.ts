import type { Principal } from '../../platform/auth/principal.ts'
import type { Tx } from '../../platform/db/database.ts'
import { insertAudit } from './audit.repo.ts'

export interface AuditedChange {
  /** The operation, such as `files.update`. */
  action: string
  /** The record by kind and key. Names are left out: the entry outlives the record. */
  subject: string
  details?: object
}

/** Records who changed a record. A team key is named beside the user it belongs to. */
export async function auditChange(
  tx: Tx,
  { userId, keyId }: Pick<Principal, 'userId' | 'keyId'>,
  { action, subject, details = {} }: AuditedChange,
): Promise<void> {
  const by = keyId === null ? {} : { api_key_id: keyId }
  await insertAudit(tx, { userId, action, subject, details: { ...details, ...by } })
}
