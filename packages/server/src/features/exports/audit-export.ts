import type { ExportContent, ExportFormat } from '@inlet/contract'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Tx } from '../../platform/db/database.ts'
import { auditChange } from '../audit/audit.public.ts'

export interface AuditedExport {
  key: string
  project_id: number
  format: ExportFormat
  contents: readonly ExportContent[]
  has_people: boolean
  clientAddress: string
}

/** Who took what out of the system, and from where. */
export function auditExport(
  tx: Tx,
  principal: Pick<Principal, 'userId' | 'keyId'>,
  action: 'request' | 'complete' | 'url' | 'delete',
  { key, project_id, format, contents, has_people, clientAddress }: AuditedExport,
): Promise<void> {
  const details = { project_id, format, contents, has_people, client_address: clientAddress }
  return auditChange(tx, principal, { action: `exports.${action}`, subject: `export ${key}`, details })
}
