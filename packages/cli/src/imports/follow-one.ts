/** Follows one import to its end, as the SDK does. */
import { ImportFailedError, type Inlet, isTransient, NotFoundError } from '@inlet/sdk'
import type { ImportAs } from '../journal/entries.ts'
import { pause } from './retry.ts'

/** `gone`: the service no longer has it. */
export type End =
  | { state: 'completed' }
  | { state: 'failed'; reason: string; code?: string | undefined }
  | { state: 'gone' }

export interface Followed {
  key: string
  as: ImportAs
  /** Called once, unless the signal aborts first. */
  readonly onEnd: (end: End) => void
  /** Adds to the reason of a failure what to do about it. */
  readonly explain?: (end: End) => End
}

const retryMs = 15_000

/** Undefined when the signal aborts. */
export async function followOne(
  inlet: Pick<Inlet, 'files' | 'insights'>,
  { key, as }: Followed,
  signal: AbortSignal,
): Promise<End | undefined> {
  const resource = as === 'file' ? inlet.files : inlet.insights
  while (!signal.aborted) {
    try {
      await resource.wait(key, { signal, waitTimeoutMs: Number.POSITIVE_INFINITY })
      return { state: 'completed' }
    } catch (error) {
      if (signal.aborted) return undefined
      if (error instanceof ImportFailedError)
        return { state: 'failed', reason: error.reason, code: error.code }
      if (error instanceof NotFoundError) return { state: 'gone' }
      if (!isTransient(error)) throw error
      await pause(retryMs, signal)
    }
  }
  return undefined
}
