/** Which files of a watched folder have come to rest: the same size and time at every look for long enough. */
import { type Identity, identify, isSame } from '../../files/identity.ts'

interface Seen extends Identity {
  since: number
  isTaken: boolean
}

export interface SettledFiles {
  /** Of the files that are there now, those that have just come to rest. Each state of a file is given once. */
  look(paths: readonly string[], now: number): Promise<Set<string>>
}

export function createSettledFiles(settleMs: number): SettledFiles {
  let seen = new Map<string, Seen>()
  return {
    async look(paths, now) {
      const next = new Map<string, Seen>()
      const settled = new Set<string>()
      for (const path of paths) {
        const identity = await identify(path)
        if (!identity) continue
        const before = seen.get(path)
        const isSameAsBefore = before !== undefined && isSame(before, identity)
        const one = isSameAsBefore ? before : { ...identity, since: now, isTaken: false }
        next.set(path, one)
        if (one.isTaken || now - one.since < settleMs) continue
        one.isTaken = true
        settled.add(path)
      }
      seen = next
      return settled
    },
  }
}
