import type { Db } from '../../platform/db/database.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { abortRecorded } from './abort-uploads.ts'
import { forgetTrash, listDueTrash, whileRemovalsAllowed } from './trash.repo.ts'

const batchSize = 500

export interface EmptiedTrash {
  removed: number
  /** A backup is running; the rest is deleted by the next sweep. */
  isHeld: boolean
}

/** Deletes objects before rows; a crash in between only repeats the deletion. */
export async function emptyTrash(
  { db, store }: { db: Db; store: ObjectStore },
  signal?: AbortSignal,
): Promise<EmptiedTrash> {
  let removed = 0
  while (!signal?.aborted) {
    const keys = await whileRemovalsAllowed(db, async (connection) => {
      const due = await listDueTrash(connection, batchSize)
      // Otherwise an upload could still become an object after its deletion.
      if (due.length > 0) await abortRecorded({ db: connection, store }, due)
      if (due.length > 0) await store.remove(due)
      await forgetTrash(connection, due)
      return due
    })
    if (keys === undefined) return { removed, isHeld: true }
    if (keys.length === 0) break
    removed += keys.length
  }
  return { removed, isHeld: false }
}
