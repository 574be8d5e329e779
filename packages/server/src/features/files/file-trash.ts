/** What the trash does with a file. */
import type { Principal } from '../../platform/auth/principal.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import { viewFileRecord } from './file.view.ts'
import { deleteFile, listFilesAtWork, lockFileParts, setFileProject } from './file-trash.repo.ts'
import { cancelFileWork, forgetFiles } from './forget-files.ts'
import { requireLockedFile } from './lock-file.ts'
import { reindexFile } from './reindex-file.ts'
import { resumeFiles } from './resume-files.ts'

export const fileTrash = {
  async lock(tx: Tx, principal: Principal, key: string) {
    const file = await requireLockedFile(tx, principal, key)
    return { id: file.id, teamId: file.team_id, projectId: file.project_id, view: viewFileRecord(file) }
  },

  async remove(tx: Tx, id: number, trashId: number) {
    const file = await lockFileParts(tx, id)
    if (!file) return
    await setFileProject(tx, id, trashId)
    await cancelFileWork(tx, [file])
  },

  async restore(enqueue: Enqueue, tx: Tx, id: number, projectId: number) {
    await lockFileParts(tx, id)
    await setFileProject(tx, id, projectId)
    await resumeFiles(enqueue, tx, { id })
    await reindexFile(enqueue, tx, id)
  },

  async purge(tx: Tx, id: number) {
    await forgetFiles(tx, await deleteFile(tx, id))
  },

  cancelProject: async (tx: Tx, projectId: number) => {
    await cancelFileWork(tx, await listFilesAtWork(tx, projectId))
  },
  resumeProject: (enqueue: Enqueue, tx: Tx, projectId: number) => resumeFiles(enqueue, tx, { projectId }),
}
