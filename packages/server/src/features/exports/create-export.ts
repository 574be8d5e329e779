import {
  type ExportContent,
  type ExportFormat,
  exportContents,
  type RouteResponse,
  type createExport as route,
} from '@inlet/contract'
import type { Principal } from '../../platform/auth/principal.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Remember } from '../../platform/idempotency/run-once.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import {
  findProjectOwner,
  readProjectId,
  requireManager,
  requireOpenProject,
} from '../projects/projects.public.ts'
import { auditExport } from './audit-export.ts'
import { linksOf } from './export.view.ts'
import { exportProject } from './export-project.job.ts'
import { insertExport } from './exports.repo.ts'

export interface CreatedExport {
  exportKey: string
}

export interface CreateExport {
  projectId: string
  format: ExportFormat | undefined
  contents: readonly ExportContent[] | undefined
  clientAddress: string
  /** Names and e-mail addresses are included. */
  hasPeople: boolean
}

interface CreateDeps {
  db: Db
  enqueue: Enqueue
  remember?: Remember<CreatedExport>
}

export async function createExport(
  { db, enqueue, remember }: CreateDeps,
  principal: Principal,
  { projectId, format = 'bundle', contents, clientAddress, hasPeople }: CreateExport,
): Promise<RouteResponse<typeof route, 202>> {
  const id = readProjectId(projectId) ?? 0
  const row = await inTransaction(db, async (tx) => {
    // A team admin has allowed the key to export.
    if (principal.keyId === null) await requireManagedProject(tx, principal, id)
    else await requireOpenProject(tx, principal, id)
    const inserted = await insertExport(tx, {
      principal,
      projectId: id,
      format,
      // In one order, without repetitions.
      contents: exportContents.filter((one) => contents?.includes(one) ?? true),
      hasPeople,
      clientAddress,
    })
    if (!inserted) throw new AppError('export_running')
    await auditExport(tx, principal, 'request', { ...inserted, clientAddress })
    await remember?.(tx, { exportKey: inserted.key })
    await enqueue(
      tx,
      exportProject,
      { v: 1, exportId: inserted.id },
      { teamId: principal.teamId, key: String(inserted.id) },
    )
    return inserted
  })
  return { export_key: row.key, status: 'processing', links: linksOf(row) }
}

/** In the workspace, owners of projects and team admins export. */
export async function requireManagedProject(db: Db, principal: Principal, projectId: number) {
  const project = await requireOpenProject(db, principal, projectId)
  requireManager(principal, await findProjectOwner(db, project.id))
  return project
}
