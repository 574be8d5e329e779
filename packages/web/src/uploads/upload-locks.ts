/** One tab at a time sends a file. The browser releases the lock when the tab is closed or crashes. */

const prefix = 'inlet-upload-'

/** Browsers offer locks only on secure origins; without them, nothing is locked. */
const findLocks = (): LockManager | undefined => ('locks' in navigator ? navigator.locks : undefined)

/** Returns a function that releases the lock, or undefined if another tab has it. */
export function lockUpload(id: string): Promise<(() => void) | undefined> {
  const locks = findLocks()
  if (!locks) return Promise.resolve(() => {})
  return new Promise((resolve) => {
    locks
      .request(`${prefix}${id}`, { ifAvailable: true }, (lock) => {
        if (!lock) return resolve(undefined)
        return new Promise<void>((release) => resolve(() => release()))
      })
      // Without a lock it can still be uploaded.
      .catch(() => resolve(() => {}))
  })
}

/** The ids of uploads that a tab has. */
export async function listLockedUploads(): Promise<Set<string>> {
  const { held = [] } = (await findLocks()?.query()) ?? {}
  return new Set(held.map(({ name = '' }) => name.slice(prefix.length)))
}
