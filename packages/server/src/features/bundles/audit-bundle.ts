import type { Principal } from '../../platform/auth/principal.ts'
import type { Tx } from '../../platform/db/database.ts'
import { auditChange } from '../audit/audit.public.ts'

export interface AuditedBundle {
  key: string
  project_id: number | null
  client_address: string
}

/** Who brought a project in, and from where. */
export function auditBundle(
  tx: Tx,
  principal: Pick<Principal, 'userId' | 'keyId'>,
  action: 'request' | 'complete',
  { key, project_id, client_address }: AuditedBundle,
): Promise<void> {
  const details = { project_id, client_address }
  return auditChange(tx, principal, { action: `bundles.${action}`, subject: `bundle ${key}`, details })
}
