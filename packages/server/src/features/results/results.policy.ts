/** When the results of an import can be read. Pure. */
import type { ImportStatus } from '@inlet/contract/workspace'

export interface ImportResults {
  status: ImportStatus
  /** Only a protected version may be read, and it exists once the status is ready. */
  isProtected: boolean
}

/** `closed`: protecting the recording failed. `none`: the import failed. */
export type Readability = 'ready' | 'not_ready' | 'closed' | 'none'

export function readabilityOf({ status, isProtected }: ImportResults): Readability {
  if (status === 'ready') return 'ready'
  if (status !== 'failed') return 'not_ready'
  return isProtected ? 'closed' : 'none'
}

/** A protected recording has no version that may be read before it is complete. */
export const canReadPartially = ({ status, isProtected }: ImportResults): boolean =>
  !isProtected && status === 'working'
