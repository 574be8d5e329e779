/** Adds the project of a REFI-QDA archive in one transaction: it appears with all its files, which are then processed. */
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { PinnedObject } from '../../../platform/object-store/object-store.ts'
import {
  auditBundle,
  type BundleFile,
  finishBundle,
  listFolder,
  takeBundleObjects,
} from '../../bundles/bundles.public.ts'
import { addStoredFile } from '../../files/files.public.ts'
import { addPrivateProject, restoreLabelTemplate } from '../../projects/projects.public.ts'
import { requireWithinQuota } from '../../team/team.public.ts'
import { trashNow } from '../../uploads/uploads.public.ts'
import type { QdpxSelection } from './importable-sources.ts'
import type { QdpxImport } from './qdpx-import.ts'

export function addQdpxProject(run: QdpxImport, { name, files, labels }: QdpxSelection): Promise<void> {
  const { deps, bundle, key, attempt } = run
  return inTransaction(deps.db, async (tx) => {
    const projectId = await addPrivateProject(tx, key, bundle.name ?? name)
    await restoreLabelTemplate(tx, projectId, { name: 'Labels', labels })
    for (const [i, file] of files.entries()) {
      attempt.signal.throwIfAborted()
      const { original, transcript } = await findObjects(tx, bundle.id, `files/${i + 1}`)
      if (!original) throw new Error('An object of an import was not stored.')
      const { fileName, extension, kind } = file
      await addStoredFile({ enqueue: deps.enqueue }, tx, key, {
        projectId,
        name: fileName,
        extension,
        kind,
        object: original,
        transcript: transcript && { name: transcriptName, object: transcript },
      })
    }
    await requireWithinQuota(tx, key.teamId, deps.config)
    const { uploads } = await takeBundleObjects(tx, [bundle.id])
    await trashNow(tx, uploads)
    await finishBundle(tx, bundle.id, projectId)
    await auditBundle(tx, key, 'complete', { ...bundle, project_id: projectId })
    await attempt.complete(tx)
  })
}

const transcriptName = 'transcript.json'

async function findObjects(tx: Tx, bundleId: number, folder: string) {
  const files = await listFolder(tx, bundleId, folder)
  const withRole = (role: string) => toObject(files.find((file) => file.role === role))
  return { original: withRole('original'), transcript: withRole('transcript') }
}

function toObject(file: BundleFile | undefined): PinnedObject | null {
  if (!file || file.objectKey === null || file.objectEtag === null) return null
  return { key: file.objectKey, etag: file.objectEtag, bytes: file.bytes }
}
