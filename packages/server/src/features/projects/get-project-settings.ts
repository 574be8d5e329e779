import type { ProjectSettings } from '@inlet/contract/workspace'
import { isReadOnly, type Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { etagOf } from '../../platform/http/etag.ts'
import { viewManagedProject } from './managed-project.view.ts'
import { findCountedProject } from './managed-projects.repo.ts'
import { readProjectId } from './project.policy.ts'
import { isManager } from './project-manager.ts'

export async function getProjectSettings(
  { db }: { db: Db },
  principal: Principal,
  projectId: string,
): Promise<ProjectSettings> {
  const id = readProjectId(projectId)
  const project = id === undefined ? undefined : await findCountedProject(db, principal, id)
  if (!project) throw new AppError('project_not_found')
  const settings = viewManagedProject(project)
  const is_manager = isManager(principal, project.owner_id) && !isReadOnly(principal)
  return { ...settings, is_manager, etag: etagOf(settings) }
}
