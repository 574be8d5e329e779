/** Projects and access to them, for other features. */
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { findOpenProject, type Project } from './projects.repo.ts'

export { documentNotices } from './document-notices.policy.ts'
export { type ListRequest, listWithQuery, type RecordSource } from './list-records.ts'
export { listNewest, type NewestList } from './newest.repo.ts'
export { isOriginalHidden, type PrivacySnapshot } from './privacy.policy.ts'
export { originalKey, privacySnapshot } from './privacy.repo.ts'
export { canOpen, isClosedProject, isInOpenProject, isSharedWith } from './project-access.repo.ts'
export { closeProject, deleteProject } from './projects.repo.ts'
export { countUnfinished, mergeTallies, readTotals } from './tallies.repo.ts'

/** A project without access is reported like one that does not exist. */
export async function requireOpenProject(db: Db, principal: Principal, projectId: number): Promise<Project> {
  const project = Number.isSafeInteger(projectId)
    ? await findOpenProject(db, principal, projectId)
    : undefined
  if (!project) throw new AppError('project_not_found')
  return project
}
