/** Deletes the exports of a project with what they contain. */
import type { Tx } from '../../platform/db/database.ts'
import { deleteJobs } from '../../platform/jobs/delete-jobs.ts'
import { listFormerProjects, type MovableRecord } from '../projects/projects.public.ts'
import { trashNow } from '../uploads/uploads.public.ts'
import { deleteExportRows, lockExportsOfProject, takeVolumes } from './export-lifetime.repo.ts'
import { exportProject } from './export-project.job.ts'

/**
 * Called in the transaction that erases something of the project or closes it. Jobs are deleted, so that a running
 * attempt cannot commit. A new export waits for the end of the transaction, and its snapshot is later.
 */
export async function deleteExportsOfProject(
  tx: Tx,
  projectId: number,
  /** Later exports do not contain what is erased. */
  createdBefore?: Date,
): Promise<number> {
  const ids = await lockExportsOfProject(tx, projectId, createdBefore)
  await discardExports(tx, ids)
  return ids.length
}

/** Called in the transaction that erases the record or something of it: exports of projects that it has left contain it, too. */
export async function deleteExportsOfRecord(
  tx: Tx,
  { projectId, ...record }: MovableRecord & { projectId: number },
  createdBefore?: Date,
): Promise<void> {
  for (const id of await listFormerProjects(tx, record)) await deleteExportsOfProject(tx, id)
  await deleteExportsOfProject(tx, projectId, createdBefore)
}

export async function discardExports(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await deleteJobs(tx, [exportProject], ids.map(String))
  await trashNow(tx, await takeVolumes(tx, ids))
  await deleteExportRows(tx, ids)
}
