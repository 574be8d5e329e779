/** Aborts multipart uploads in the store: of removed keys, after their time, and those that no record knows. */
import type { Db } from '../../platform/db/database.ts'
import { mapBounded } from '../../platform/map-bounded.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { acceptedPrefix, incomingPrefix } from '../../platform/object-store/prefixes.ts'
import type { StoreUpload } from '../../platform/object-store/sign-parts.ts'
import { isDeniedOrUnsupported } from '../../platform/object-store/store-errors.ts'
import { storeConcurrency } from './head-uploads.ts'
import { expireUploads, findUnrecorded, forgetUploads, listRecorded } from './uploads.repo.ts'

interface AbortDeps {
  db: Db
  store: ObjectStore
}

const batchSize = 200

/** Before objects with these keys are deleted: an upload that is not aborted could still become an object. */
export async function abortRecorded({ db, store }: AbortDeps, keys: readonly string[]): Promise<void> {
  await abortAll(store, await listRecorded(db, keys))
  await forgetUploads(db, keys)
}

/** Uploads live for seven days after the last URL was signed. */
export async function abortExpired({ db, store }: AbortDeps, signal?: AbortSignal): Promise<number> {
  let total = 0
  while (!signal?.aborted) {
    const expired = await expireUploads(db, batchSize)
    await abortAll(store, expired)
    await forgetUploads(
      db,
      expired.map(({ key }) => key),
    )
    total += expired.length
    if (expired.length < batchSize) break
  }
  return total
}

/** Longer than any upload lives, although these have no record: another deployment may use the bucket by mistake. */
const unrecordedAfterMs = 8 * 24 * 3_600_000

/**
 * A process that died between creating an upload and recording it left one that nobody can use. Undefined when the store
 * does not list uploads; then the lifecycle rule of the bucket aborts it.
 */
export async function abortUnrecorded(
  { db, store }: AbortDeps,
  { olderThanMs = unrecordedAfterMs, signal }: { olderThanMs?: number; signal?: AbortSignal } = {},
): Promise<number | undefined> {
  let total = 0
  try {
    // Parts of accepted objects are left behind by a process that dies while it copies or downloads.
    for (const prefix of [incomingPrefix, acceptedPrefix])
      for await (const page of store.listUploads(prefix)) {
        if (signal?.aborted) return total
        const old = page.filter(({ startedAt }) => startedAt.getTime() < Date.now() - olderThanMs)
        const unrecorded = await findUnrecorded(
          db,
          old.map(({ uploadId }) => uploadId),
        )
        const lost = old.filter(({ uploadId }) => unrecorded.has(uploadId))
        await abortAll(store, lost)
        total += lost.length
      }
  } catch (error) {
    if (isDeniedOrUnsupported(error)) return undefined
    throw error
  }
  return total
}

async function abortAll(store: ObjectStore, uploads: readonly StoreUpload[]): Promise<void> {
  await mapBounded(uploads, storeConcurrency, (upload) =>
    store.abortUpload(upload).catch((error: unknown) => {
      // The start-up check has reported it, and the lifecycle rule of the bucket aborts the upload.
      if (!isDeniedOrUnsupported(error)) throw error
    }),
  )
}
