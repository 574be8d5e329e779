import type { CreateProject } from '@inlet/contract'
import type { Principal } from '../../platform/auth/principal.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import { findTeam } from '../team/team.public.ts'
import { forbiddenCharactersMessage, hasForbiddenCharacters } from '../uploads/uploads.public.ts'
import { resolveSettings } from './project.policy.ts'
import { insertLabelTemplate, insertProject, type Project } from './projects.repo.ts'

export async function createProject(
  deps: { db: Db },
  principal: Principal,
  input: CreateProject,
): Promise<Project> {
  const team = await findTeam(deps.db, principal.teamId)
  if (!team?.allow_manual_project_creation) throw new AppError('project_creation_disabled')
  const resolved = resolveSettings(input, team)
  if (!resolved.ok) throw invalidField(resolved.field, resolved.message)
  if (hasForbiddenCharacters(resolved.settings.name)) throw invalidField('name', forbiddenCharactersMessage)
  return inTransaction(deps.db, async (tx) => {
    const project = await insertProject(tx, principal, resolved.settings)
    await insertLabelTemplate(tx, project.id)
    return project
  })
}
