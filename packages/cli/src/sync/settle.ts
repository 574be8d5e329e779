/** Tells files that may still be written from those that are complete. */
import { isSameVersion, type RemoteFile } from './remote-file.ts'

export interface Settling {
  settled: RemoteFile[]
  unsettled: RemoteFile[]
}

export interface Settle {
  /** A file has settled if it was last changed long enough ago, or is the same as long enough ago. */
  look(files: readonly RemoteFile[], now: number): Settling
}

/** Times are in milliseconds. */
export function createSettle(settleMs: number): Settle {
  let seen = new Map<string, { file: RemoteFile; since: number }>()
  return {
    look(files, now) {
      const next: typeof seen = new Map()
      const settling: Settling = { settled: [], unsettled: [] }
      for (const file of files) {
        const before = seen.get(file.path)
        const since = before && isSameVersion(before.file, file) ? before.since : now
        next.set(file.path, { file, since })
        // The clock of the server may be ahead: then only the second look counts.
        const isOld = now - file.modified * 1000 >= settleMs
        settling[isOld || now - since >= settleMs ? 'settled' : 'unsettled'].push(file)
      }
      seen = next
      return settling
    },
  }
}
