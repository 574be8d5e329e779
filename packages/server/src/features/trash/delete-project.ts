/** Deletes and restores projects as a whole: nobody can open a deleted project, so its records stay where they are. */
import type { ManagedProject } from '@inlet/contract'
import type { Principal } from '../../platform/auth/principal.ts'
import { isAdmin } from '../../platform/auth/require-admin.ts'
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { requireMatch } from '../../platform/http/etag.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import { auditChange } from '../audit/audit.public.ts'
import { deleteExportsOfProject } from '../exports/exports.public.ts'
import {
  closeProject,
  lockManagedProject,
  reopenProject,
  requireManager,
  viewManagedProject,
} from '../projects/projects.public.ts'
import { projectRecordTrash } from './record-kinds.ts'
import type { RestoreDeps } from './restore-record.ts'
import { deleteEntry, insertEntry, lockEntry } from './trash.repo.ts'

export interface DeleteProject {
  projectId: string
  ifMatch: string | undefined
  /** The next sweep purges it with everything in it. */
  isPermanent: boolean
}

export function deleteProject(
  { db }: { db: Db },
  principal: Principal,
  { projectId, ifMatch, isPermanent }: DeleteProject,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const action = isPermanent ? 'projects.purge' : 'projects.delete'
    const request = { kind: 'project', key: projectId, isAdmin: isAdmin(principal) } as const
    const entry = isPermanent ? await lockEntry(tx, principal, request) : undefined
    const id = entry?.record_id ?? (await close(tx, principal, projectId, ifMatch))
    await insertEntry(tx, {
      teamId: principal.teamId,
      kind: 'project',
      recordId: id,
      projectId: id,
      isDue: isPermanent,
    })
    await auditChange(tx, principal, { action, subject: `project ${id}` })
  })
}

async function close(
  tx: Tx,
  principal: Principal,
  projectId: string,
  ifMatch: string | undefined,
): Promise<number> {
  const project = await lockManagedProject(tx, principal, projectId)
  // An archived project has to be brought back first.
  if (!project || project.is_archived) throw new AppError('project_not_found')
  requireManager(principal, project.owner_id)
  requireMatch(ifMatch, viewManagedProject(project))
  await closeProject(tx, project.id)
  await deleteExportsOfProject(tx, project.id)
  for (const kind of projectRecordTrash) await kind.cancelProject(tx, project.id)
  return project.id
}

export function restoreProject(
  deps: RestoreDeps,
  principal: Principal,
  projectId: string,
): Promise<ManagedProject> {
  return inTransaction(deps.db, async (tx) => {
    const request = { kind: 'project', key: projectId, isAdmin: isAdmin(principal) } as const
    const entry = await lockEntry(tx, principal, request)
    if (entry) {
      await reopenProject(tx, entry.record_id)
      await resumeWork(deps.enqueue, tx, entry.record_id)
      await deleteEntry(tx, entry.id)
      await auditChange(tx, principal, { action: 'projects.restore', subject: `project ${entry.record_id}` })
      await deps.remember?.(tx, {})
    }
    const project = await lockManagedProject(tx, principal, projectId)
    if (!project || (!entry && project.is_archived)) throw new AppError('project_not_found')
    return viewManagedProject(project)
  })
}

/** The project of an earlier restore. It is not restored again if it was deleted since. */
export function readRestoredProject(
  { db }: { db: Db },
  principal: Principal,
  projectId: string,
): Promise<ManagedProject> {
  return inTransaction(db, async (tx) => {
    const project = await lockManagedProject(tx, principal, projectId)
    if (!project || project.is_archived) throw new AppError('project_not_found')
    return viewManagedProject(project)
  })
}

async function resumeWork(enqueue: Enqueue, tx: Tx, projectId: number): Promise<void> {
  for (const kind of projectRecordTrash) await kind.resumeProject(enqueue, tx, projectId)
}
