/** Who may share, archive, delete and export a project, and purge what is in it. */
import type { Principal } from '../../platform/auth/principal.ts'
import { isAdmin } from '../../platform/auth/require-admin.ts'
import { AppError } from '../../platform/errors.ts'

/** A team key acts for the team, and so for no owner. */
export const isManager = (principal: Principal, ownerId: number | undefined): boolean =>
  principal.kind === 'personal' && (ownerId === principal.userId || isAdmin(principal))

export function requireManager(principal: Principal, ownerId: number | undefined): void {
  if (!isManager(principal, ownerId)) throw new AppError('owner_or_admin_only')
}
