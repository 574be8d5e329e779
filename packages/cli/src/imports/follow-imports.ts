/**
 * Watches accepted imports through the lists, where one call tells about fifty of them. While files are still being
 * sent, watching may cost one call in twenty: the calls are what an import is short of.
 */
import { NotFoundError, type RequestOptions } from '@inlet/sdk'
import type { ImportAs } from '../journal/entries.ts'
import { mayPass, pause } from './patience.ts'
import { type RecordState, type Records, reasonOf } from './records.ts'

/** `gone`: the service no longer knows it. */
export type End = { state: 'completed' } | { state: 'failed'; reason: string } | { state: 'gone' }

export interface Followed {
  key: string
  as: ImportAs
  /** Once, with the end. */
  onEnd(end: End): void
}

export interface FollowerDeps {
  records: Record<ImportAs, Records>
  signal: AbortSignal
  /** Whether other calls are waiting to be made. */
  isBusy: () => boolean
  /** Calls a minute. */
  limit: () => number
}

export interface Follower {
  add(followed: Followed): void
  /** Nothing more comes: resolves when all have ended, or the signal has. */
  finish(): Promise<void>
  readonly count: number
}

const pageItems = 50
const shareWhileBusy = 0.05
const soonMs = 1000
const lateMs = 15_000
const growth = 1.4
/** How often the state of the run is looked at while nothing else happens. */
const tickMs = 200

export function createFollower({ records, signal, isBusy, limit }: FollowerDeps): Follower {
  const followed = new Map<string, Followed>()
  let isClosed = false
  let intervalMs = soonMs
  let lookedAt = performance.now()

  function isDue(): boolean {
    if (followed.size === 0) return false
    const busyMs = 60_000 / (limit() * shareWhileBusy)
    return performance.now() - lookedAt >= (isBusy() ? Math.max(busyMs, soonMs) : intervalMs)
  }

  async function watch(): Promise<void> {
    while (!signal.aborted && !(isClosed && followed.size === 0)) {
      if (!isDue()) {
        await pause(tickMs, signal)
        continue
      }
      const isQuick = isBusy()
      const before = followed.size
      for (const as of ['file', 'insight'] as const) await look(as, isQuick)
      lookedAt = performance.now()
      // What moves is looked at again soon; what takes long, more and more rarely.
      intervalMs = followed.size < before ? soonMs : Math.min(lateMs, intervalMs * growth)
    }
  }

  /** Quick: the newest page only, which is where the imports of this run are. */
  async function look(as: ImportAs, isQuick: boolean): Promise<void> {
    const missing = new Set([...followed.values()].filter((one) => one.as === as).map((one) => one.key))
    if (missing.size === 0) return
    try {
      for (let offset = 0; missing.size > 0; offset += pageItems) {
        // Fewer calls by asking each one than by turning pages in the hope of finding it.
        if (!isQuick && missing.size <= Math.max(1, offset / pageItems)) return await lookAtEach(as, missing)
        const { states, hasNext } = await records[as].page(offset, { signal })
        for (const key of missing) {
          const state = states.get(key)
          if (state === undefined) continue
          missing.delete(key)
          await hear(key, state)
        }
        if (isQuick) return
        if (!hasNext) return await lookAtEach(as, missing)
      }
    } catch (error) {
      if (!signal.aborted && !mayPass(error)) throw error
    }
  }

  async function lookAtEach(as: ImportAs, keys: Iterable<string>): Promise<void> {
    for (const key of keys) {
      const found = await records[as].status(key, { signal }).catch((error: unknown) => {
        if (error instanceof NotFoundError) return undefined
        throw error
      })
      if (found) await hear(key, found.state, found.reason)
      else end(key)?.onEnd({ state: 'gone' })
    }
  }

  async function hear(key: string, state: RecordState, reason?: string): Promise<void> {
    const one = followed.get(key)
    if (!one) return
    if (state === 'completed') end(key)?.onEnd({ state })
    else if (state === 'failed') {
      const options: RequestOptions = { signal }
      const why = reason ?? (await reasonOf(records[one.as], key, options))
      end(key)?.onEnd({ state, reason: why })
    }
  }

  function end(key: string): Followed | undefined {
    const one = followed.get(key)
    followed.delete(key)
    return one
  }

  const watching = watch()
  // Told to who waits for the end.
  watching.catch(() => {})

  return {
    add(one) {
      followed.set(one.key, one)
      intervalMs = soonMs
    },
    async finish() {
      isClosed = true
      await watching
    },
    get count() {
      return followed.size
    },
  }
}
