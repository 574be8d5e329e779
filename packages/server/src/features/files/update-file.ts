import type { ManagedFile, RouteBody, updateFile as route } from '@inlet/contract'
import type { Principal } from '../../platform/auth/principal.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { requireMatch } from '../../platform/http/etag.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import { auditChange } from '../audit/audit.public.ts'
import { rememberFormerProject, requireMoveTarget } from '../projects/projects.public.ts'
import { readRecordChanges } from '../uploads/uploads.public.ts'
import { viewFileRecord } from './file.view.ts'
import { requireLockedFile } from './lock-file.ts'
import { changeFile, type LockedFile } from './managed-files.repo.ts'
import { reindexFile } from './reindex-file.ts'

export interface UpdateFile {
  wavKey: string
  changes: RouteBody<typeof route>
  ifMatch: string | undefined
}

export async function updateFile(
  { db, enqueue }: { db: Db; enqueue: Enqueue },
  principal: Principal,
  { wavKey, changes, ifMatch }: UpdateFile,
): Promise<ManagedFile> {
  return inTransaction(db, async (tx) => {
    const file = await requireLockedFile(tx, principal, wavKey)
    requireMatch(ifMatch, viewFileRecord(file))
    const next = readRecordChanges(file, changes, file.extension)
    const isMoved = next.project_id !== file.project_id
    if (isMoved) await requireMoveTarget(tx, principal, next.project_id, recordingsOf(file))
    const changed = await changeFile(tx, file.id, next)
    if (isMoved) {
      await rememberFormerProject(tx, { kind: 'file', id: file.id, projectId: file.project_id })
      await reindexFile(enqueue, tx, file.id)
    }
    const details = { fields: Object.keys(changes) }
    await auditChange(tx, principal, { action: 'files.update', subject: `file ${file.key}`, details })
    return viewFileRecord(changed)
  })
}

const recordingsOf = ({ kind, is_protected, is_hidden_by_project }: LockedFile) =>
  kind === 'audio' || kind === 'video'
    ? [{ isProtected: is_protected, isHiddenByProject: is_hidden_by_project }]
    : []
