/** Removes the objects of purged records at once, as far as the store answers; the sweeper removes the rest. */
import type { Db } from '../../platform/db/database.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { emptyTrash } from './empty-trash.ts'

export interface ObjectRemover {
  /** Waits until what is due is removed, or for a few seconds. Never fails. */
  removeDue(): Promise<void>
}

const waitMs = 5_000

/** One removal at a time: while the store is silent, all calls together occupy one database connection. */
export function createObjectRemover(deps: { db: Db; store: ObjectStore }): ObjectRemover {
  let running: Promise<void> | undefined
  let isRequested = false

  async function removeRequested(): Promise<void> {
    while (isRequested) {
      isRequested = false
      // After an error or the timeout, or while a backup is running, the objects stay marked for deletion.
      await emptyTrash(deps, AbortSignal.timeout(waitMs)).catch(() => {})
    }
    running = undefined
  }

  return {
    async removeDue() {
      isRequested = true
      running ??= removeRequested()
      const { promise: timeout, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, waitMs)
      await Promise.race([running, timeout])
      clearTimeout(timer)
    },
  }
}
