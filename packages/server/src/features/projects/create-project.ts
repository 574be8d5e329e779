import type { CreateProject } from '@inlet/contract'
import type { Principal } from '../../platform/auth/principal.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import type { Remember } from '../../platform/idempotency/run-once.ts'
import { findTeam } from '../team/team.public.ts'
import {
  forbiddenCharactersMessage,
  hasForbiddenCharacters,
  readReferences,
} from '../uploads/uploads.public.ts'
import { resolveSettings } from './project.policy.ts'
import { requireOpenProject } from './projects.public.ts'
import { insertLabelTemplate, insertProject, type Project } from './projects.repo.ts'

export interface CreatedProject {
  projectId: number
}

export async function createProject(
  deps: { db: Db; remember?: Remember<CreatedProject> },
  principal: Principal,
  input: CreateProject,
): Promise<Project> {
  const team = await findTeam(deps.db, principal.teamId)
  if (!team?.allow_manual_project_creation) throw new AppError('project_creation_disabled')
  const resolved = resolveSettings(input, team)
  if (!resolved.ok) throw invalidField(resolved.field, resolved.message)
  if (hasForbiddenCharacters(resolved.settings.name)) throw invalidField('name', forbiddenCharactersMessage)
  const references = readReferences(input)
  return inTransaction(deps.db, async (tx) => {
    const project = await insertProject(tx, principal, { ...resolved.settings, ...references })
    await insertLabelTemplate(tx, project.id)
    await deps.remember?.(tx, { projectId: project.id })
    return project
  })
}

/** With the name of the request: the project may have been renamed. */
export async function replayCreatedProject(
  { db }: { db: Db },
  principal: Principal,
  input: CreateProject,
  { projectId }: CreatedProject,
): Promise<Project> {
  const { id } = await requireOpenProject(db, principal, projectId)
  return { id, name: input.name.trim() }
}
