/** What the list of uploads says about all of them together. Pure. */
import type { UploadState } from './upload-states.ts'

interface Counted {
  state: UploadState
  bytes: number
  sentBytes: number
}

export interface UploadSummary {
  active: number
  done: number
  failed: number
  interrupted: number
  /** Of those that are sent or to be sent, and of those that are done. */
  sentBytes: number
  totalBytes: number
}

export function summarize(uploads: readonly Counted[]): UploadSummary {
  const count = (...states: UploadState[]) => uploads.filter(({ state }) => states.includes(state)).length
  const counted = uploads.filter(({ state }) => ['queued', 'sending', 'waiting', 'done'].includes(state))
  return {
    active: count('queued', 'sending', 'waiting'),
    done: count('done'),
    failed: count('failed'),
    interrupted: count('interrupted'),
    sentBytes: counted.reduce((sum, { sentBytes }) => sum + sentBytes, 0),
    totalBytes: counted.reduce((sum, { bytes }) => sum + bytes, 0),
  }
}

const ranks: Record<UploadState, number> = {
  failed: 0,
  interrupted: 1,
  sending: 2,
  waiting: 2,
  queued: 3,
  done: 4,
  cancelled: 5,
}

/** Whatever needs the user first, then in the order in which they were added. */
export const inListOrder = <T extends { id: number; state: UploadState }>(uploads: readonly T[]): T[] =>
  [...uploads].sort((a, b) => ranks[a.state] - ranks[b.state] || a.id - b.id)

export interface SpeedSample {
  atMs: number
  sentBytes: number
}

const windowMs = 20_000
/** A shorter time says little about the speed. */
const leastMs = 3_000

/** Bytes that were taken back or files that were added start the measurement again. */
export function addSample(samples: readonly SpeedSample[], sample: SpeedSample): SpeedSample[] {
  const last = samples.at(-1)
  if (last && sample.sentBytes < last.sentBytes) return [sample]
  return [...samples.filter(({ atMs }) => sample.atMs - atMs <= windowMs), sample]
}

/** Undefined until the speed is known, and while nothing moves. */
export function secondsLeft(samples: readonly SpeedSample[], leftBytes: number): number | undefined {
  const [first] = samples
  const last = samples.at(-1)
  if (!first || !last || last.atMs - first.atMs < leastMs) return undefined
  const bytesPerMs = (last.sentBytes - first.sentBytes) / (last.atMs - first.atMs)
  return bytesPerMs > 0 ? Math.ceil(leftBytes / bytesPerMs / 1000) : undefined
}
