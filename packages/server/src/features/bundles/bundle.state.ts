/** The states of the import of a bundle. Pure. */
import type { BundleStatus } from '@inlet/contract'

type BundleEvent = 'complete' | 'succeed' | 'fail'

const next: Readonly<Record<BundleStatus, Partial<Record<BundleEvent, BundleStatus>>>> = {
  awaiting_upload: { complete: 'processing' },
  processing: { succeed: 'completed', fail: 'failed' },
  completed: {},
  failed: {},
}

/** Undefined when the event is not allowed. */
export const nextStatus = (from: BundleStatus, event: BundleEvent): BundleStatus | undefined =>
  next[from][event]

export const isFinal = (status: BundleStatus): boolean => status === 'completed' || status === 'failed'
