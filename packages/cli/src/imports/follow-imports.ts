/** Follows accepted imports to their end. The SDK polls for all of them together and keeps within the call budget. */
import { ImportFailedError, type Inlet, isTransient, NotFoundError } from '@inlet/sdk'
import type { ImportAs } from '../journal/entries.ts'
import { pause } from './retry.ts'

/** `gone`: the service no longer has it. */
export type End = { state: 'completed' } | { state: 'failed'; reason: string } | { state: 'gone' }

export interface Followed {
  key: string
  as: ImportAs
  /** Called once, unless the signal aborts first. */
  readonly onEnd: (end: End) => void
}

export interface Follower {
  add(followed: Followed): void
  /** Resolves when all are final or the signal aborts; rejects with the first error that is not transient. */
  finish(): Promise<void>
}

const retryMs = 15_000

export function createFollower(inlet: Pick<Inlet, 'files' | 'insights'>, signal: AbortSignal): Follower {
  const following = new Set<Promise<void>>()

  async function follow({ key, as, onEnd }: Followed): Promise<void> {
    const resource = as === 'file' ? inlet.files : inlet.insights
    while (!signal.aborted) {
      try {
        await resource.wait(key, { signal, waitTimeoutMs: Number.POSITIVE_INFINITY })
        return onEnd({ state: 'completed' })
      } catch (error) {
        if (signal.aborted) return
        if (error instanceof ImportFailedError) return onEnd({ state: 'failed', reason: error.reason })
        if (error instanceof NotFoundError) return onEnd({ state: 'gone' })
        if (!isTransient(error)) throw error
        await pause(retryMs, signal)
      }
    }
  }

  return {
    add(followed) {
      const end = follow(followed)
      following.add(end)
      // What fails stays in the set for `finish` to report.
      end.then(
        () => following.delete(end),
        () => {},
      )
    },
    finish: async () => void (await Promise.all(following)),
  }
}
