import type { RouteBody } from '@inlet/contract'
import type { changeTeam as changeRoute, WorkspaceTeam } from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import { requireAdmin } from '../../platform/auth/require-admin.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { getTeamStorage, type QuotaConfig, type TeamStorage } from './storage-quota.ts'
import { findTeam, type Team, updateTeam } from './team.repo.ts'

interface TeamDeps {
  db: Db
  config: QuotaConfig
}

export async function getTeam({ db, config }: TeamDeps, principal: Principal): Promise<WorkspaceTeam> {
  const team = await findTeam(db, principal.teamId)
  return viewTeam(team, await getTeamStorage(db, principal.teamId, config))
}

export async function changeTeam(
  { db, config }: TeamDeps,
  principal: Principal,
  change: RouteBody<typeof changeRoute>,
): Promise<WorkspaceTeam> {
  requireAdmin(principal)
  const team = await updateTeam(db, principal.teamId, change)
  return viewTeam(team, await getTeamStorage(db, principal.teamId, config))
}

function viewTeam(team: Team | undefined, storage: TeamStorage): WorkspaceTeam {
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
    trash_days: team.trash_days,
    storage,
  }
}
