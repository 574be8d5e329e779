/**
 * Takes an uploaded object over. The descriptor lives on for up to an hour and its holder may upload again,
 * so the object is copied inside the store to a key that no descriptor reaches: what is accepted is what is
 * processed and served, for good.
 */
import { randomUUID } from 'node:crypto'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { mapBounded } from '../../platform/map-bounded.ts'
import type { ObjectStore, PinnedObject } from '../../platform/object-store/object-store.ts'
import { findUploads, reachStore, storeConcurrency } from './find-uploads.ts'
import { trashUnlessKept } from './trash.repo.ts'
import { formatOf, maxBytesByKind } from './upload.policy.ts'

interface AcceptDeps {
  db: Db
  store: ObjectStore
}

export interface AcceptUpload {
  uploadKey: string
  /** As given at initialize: its extension decides how large the object may be and as what it is served. */
  fileName: string
}

/** The object may be replaced between looking and copying; then the newer one is looked at again. */
const tries = 3

export async function acceptUpload(
  deps: AcceptDeps,
  { uploadKey, fileName }: AcceptUpload,
): Promise<PinnedObject> {
  const format = formatOf(fileName)
  if (!format) throw new Error('A record has a name without a known extension.')
  const maxBytes = maxBytesByKind[format.kind]
  for (let i = 0; i < tries; i += 1) {
    const [uploaded] = await findUploads(deps.store, [uploadKey])
    if (!uploaded) throw new AppError('upload_missing')
    if (uploaded.bytes > maxBytes) throw tooLarge(maxBytes)
    const [accepted] = await acceptObjects(deps, [uploaded], format.contentType)
    if (accepted) return accepted
  }
  throw new AppError('upload_missing', {
    message:
      'The file was being replaced while it was checked. Wait until the upload has finished, then call complete again.',
  })
}

/** In the order of the uploads; null where one was replaced or removed since it was looked at. */
export async function acceptObjects(
  deps: AcceptDeps,
  uploads: readonly PinnedObject[],
  contentType: string,
): Promise<(PinnedObject | null)[]> {
  const copies = uploads.map((uploaded) => ({ uploaded, key: `accepted/${randomUUID()}` }))
  await trashUnlessKept(
    deps.db,
    copies.map(({ key }) => key),
  )
  return reachStore(() =>
    mapBounded(copies, storeConcurrency, async ({ uploaded, key }) =>
      (await deps.store.copy(uploaded, key, contentType)) ? { ...uploaded, key } : null,
    ),
  )
}

function tooLarge(maxBytes: number): AppError {
  const megabytes = Math.floor(maxBytes / 1024 / 1024)
  return new AppError('upload_too_large', {
    message: `The uploaded file is larger than the ${megabytes} MB allowed. Initialize again with a smaller file.`,
  })
}
