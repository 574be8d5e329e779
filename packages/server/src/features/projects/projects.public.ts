/** Projects and access to them, for other features. */
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { findOpenProject, type Project } from './projects.repo.ts'

export { addPrivateProject } from './add-private-project.ts'
export { documentNotices } from './document-notices.policy.ts'
export {
  forgetFormerProjects,
  listFormerProjects,
  type MovableRecord,
  rememberFormerProject,
} from './former-projects.repo.ts'
export { listProjects } from './list-projects.ts'
export { type ListRequest, listWithQuery, type RecordSource } from './list-records.ts'
export { viewManagedProject } from './managed-project.view.ts'
export { findCountedProject } from './managed-projects.repo.ts'
export { requireMoveTarget } from './move-record.ts'
export { listNewest, type NewestList } from './newest.repo.ts'
export { isOriginalHidden, type PrivacySnapshot } from './privacy.policy.ts'
export { originalKey, privacySnapshot } from './privacy.repo.ts'
export { readProjectId } from './project.policy.ts'
export { canOpen, isClosedProject, isInOpenProject, isSharedWith } from './project-access.repo.ts'
export { isManager, requireManager } from './project-manager.ts'
export { closeProject, deleteProject, reopenProject } from './projects.repo.ts'
export { getProjectRecord, listManagedProjects } from './read-projects.ts'
export { restoreLabelTemplate, restoreProject } from './restored-project.repo.ts'
export { countUnfinished, mergeTallies, readTotals } from './tallies.repo.ts'
export { ensureTrashProject, findProjectOwner, isDeleted } from './trash-project.repo.ts'
export { lockManagedProject } from './update-project.ts'

/** A project without access is reported like one that does not exist. */
export async function requireOpenProject(db: Db, principal: Principal, projectId: number): Promise<Project> {
  const project = Number.isSafeInteger(projectId)
    ? await findOpenProject(db, principal, projectId)
    : undefined
  if (!project) throw new AppError('project_not_found')
  return project
}
