import type { RouteBody } from '@inlet/contract'
import type { changeTeam as changeRoute, WorkspaceTeam } from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import { requireAdmin } from '../../platform/auth/require-admin.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { findTeam, type Team, updateTeam } from './team.repo.ts'

export async function getTeam({ db }: { db: Db }, principal: Principal): Promise<WorkspaceTeam> {
  return viewTeam(await findTeam(db, principal.teamId))
}

export async function changeTeam(
  { db }: { db: Db },
  principal: Principal,
  change: RouteBody<typeof changeRoute>,
): Promise<WorkspaceTeam> {
  requireAdmin(principal)
  return viewTeam(await updateTeam(db, principal.teamId, change))
}

function viewTeam(team: Team | undefined): WorkspaceTeam {
  if (!team) throw new AppError('not_found')
  const { id, name, allow_manual_project_creation, default_share_preference } = team
  const { default_shared_roles, default_supported_languages } = team
  return {
    id,
    name,
    allow_manual_project_creation,
    default_share_preference,
    default_shared_roles,
    default_supported_languages,
  }
}
