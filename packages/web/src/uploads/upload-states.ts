/** The states of an upload and what changes them. Pure. */

/**
 * `waiting`: the connection was lost, and it continues by itself. `interrupted`: its tab was closed or reloaded, and it
 * needs the file again.
 */
export type UploadState = 'queued' | 'sending' | 'waiting' | 'done' | 'failed' | 'cancelled' | 'interrupted'

/** `retry` also stands for the file that an interrupted upload was waiting for. */
export type UploadEvent = 'start' | 'finish' | 'disconnect' | 'fail' | 'cancel' | 'retry'

const transitions: Record<UploadState, Partial<Record<UploadEvent, UploadState>>> = {
  queued: { start: 'sending', cancel: 'cancelled' },
  sending: { finish: 'done', disconnect: 'waiting', fail: 'failed', cancel: 'cancelled' },
  waiting: { retry: 'queued', cancel: 'cancelled' },
  failed: { retry: 'queued' },
  // The last call may have reached the service before it was cancelled.
  cancelled: { retry: 'queued', finish: 'done' },
  interrupted: { retry: 'queued' },
  done: {},
}

/** Undefined if the event has no effect in this state. */
export const nextState = (state: UploadState, event: UploadEvent): UploadState | undefined =>
  transitions[state][event]

/** More parallel uploads would only slow each other down. */
const maxConcurrent = 3

export interface QueuedUpload {
  id: number
  state: UploadState
}

/** The uploads to start now, oldest first. None while offline, because each would only fail. */
export function uploadsToStart<T extends QueuedUpload>(uploads: readonly T[], isOnline: boolean): T[] {
  if (!isOnline) return []
  const sending = uploads.filter(({ state }) => state === 'sending').length
  return uploads.filter(({ state }) => state === 'queued').slice(0, Math.max(0, maxConcurrent - sending))
}

export interface Failure {
  /** It may succeed later. */
  isTransient: boolean
  /** The service or the store was not reached. */
  isUnreachable: boolean
  /** Failures since anything arrived, this one included. */
  count: number
  /** What the service has asked for. */
  retryAfterMs?: number | undefined
}

export type AfterFailure = { event: 'fail' } | { event: 'disconnect'; delayMs: number }

const firstDelayMs = 2_000
const longestDelayMs = 60_000
/** About ten minutes, for a service that answers with errors. A lost connection is waited for without end. */
const mostErrors = 14

export function afterFailure({ isTransient, isUnreachable, count, retryAfterMs = 0 }: Failure): AfterFailure {
  if (!isTransient || (!isUnreachable && count > mostErrors)) return { event: 'fail' }
  const delayMs = Math.min(firstDelayMs * 2 ** (count - 1), longestDelayMs)
  return { event: 'disconnect', delayMs: Math.max(delayMs, retryAfterMs) }
}
