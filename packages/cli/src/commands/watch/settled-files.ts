/** Finds files in a watched folder that are no longer being written: size and modification time stay the same long enough. */
import { type Identity, identify, isSame } from '../../files/identity.ts'

interface Seen extends Identity {
  /** When it is reported next. */
  due: number
}

export interface SettledFiles {
  /** Returns the existing files that have just settled. Each version of a file is returned once. */
  look(paths: readonly string[], now: number): Promise<Set<string>>
  /** Returns the file once more at that time, although it has not changed. */
  again(path: string, at: number): void
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
        const one = isSameAsBefore ? before : { ...identity, due: now + settleMs }
        next.set(path, one)
        if (now < one.due) continue
        one.due = Number.POSITIVE_INFINITY
        settled.add(path)
      }
      seen = next
      return settled
    },
    again(path, at) {
      const one = seen.get(path)
      if (one) one.due = at
    },
  }
}
