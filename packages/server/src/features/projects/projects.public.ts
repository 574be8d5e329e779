/** What other features may ask about projects. */
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { findOpenProject, type Project } from './projects.repo.ts'

export { createProject } from './create-project.ts'
export { listNewest, type NewestList } from './newest.repo.ts'
export {
  canOpen,
  isInOpenProject,
  isOriginalClosed,
  isPrivate,
  type PrivacySnapshot,
  privacySnapshot,
} from './projects.repo.ts'
export { countUnfinished, mergeTallies, readTotals, tallyOfProject } from './tallies.repo.ts'

/** The same answer for a project that does not exist and for one that is somebody else's. */
export async function requireOpenProject(db: Db, principal: Principal, projectId: number): Promise<Project> {
  const project = Number.isSafeInteger(projectId)
    ? await findOpenProject(db, principal, projectId)
    : undefined
  if (!project) throw new AppError('project_not_found')
  return project
}
