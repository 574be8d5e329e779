/** The audit log, for other features. */
export { insertAudit, listAudit } from './audit.repo.ts'
export { auditChange } from './audit-change.ts'
