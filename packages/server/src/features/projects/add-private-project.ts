import { sharePreferences } from '@inlet/contract'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { findTeam } from '../team/team.public.ts'
import { resolveSettings } from './project.policy.ts'
import { insertProject } from './projects.repo.ts'

/** With the defaults of the team, but private; the caller adds its labels. Returns its id. */
export async function addPrivateProject(tx: Tx, principal: Principal, name: string): Promise<number> {
  const team = await findTeam(tx, principal.teamId)
  if (!team) throw new AppError('project_creation_disabled')
  const resolved = resolveSettings({ name, project_share_preference: sharePreferences.private }, team)
  if (!resolved.ok) throw new Error(resolved.message)
  const { id } = await insertProject(tx, principal, {
    ...resolved.settings,
    externalId: null,
    metadata: null,
  })
  return id
}
