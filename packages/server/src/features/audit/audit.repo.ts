/** SQL of the audit log. */
import type { AuditEntry } from '@inlet/contract/workspace'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

export interface NewAuditEntry {
  userId: number
  action: string
  subject: string
  details: object
}

export async function insertAudit(
  tx: Tx,
  { userId, action, subject, details }: NewAuditEntry,
): Promise<void> {
  await sql`
    insert into audit_entry (user_id, action, subject, details)
    values (${userId}, ${action}, ${subject}, ${JSON.stringify(details)})`.execute(tx)
}

export async function listAudit(db: Db, before: number | undefined, limit: number): Promise<AuditEntry[]> {
  const { rows } = await sql<Omit<AuditEntry, 'at'> & { at: Date }>`
    select a.id, a.at, json_build_object('id', u.id, 'name', u.name) as by, a.action, a.subject, a.details
    from audit_entry a join app_user u on u.id = a.user_id
    where ${before ?? null}::bigint is null or a.id < ${before ?? null}::bigint
    order by a.id desc limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}
