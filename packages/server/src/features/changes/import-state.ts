import type { BatchStatus } from '@inlet/contract'

/** What is reported about an import of any kind. */
export type ImportState = Omit<BatchStatus, 'index' | 'http_status' | 'kind'> & {
  /** False when it has ended, and while its next step is the caller's. */
  isProcessing: boolean
}
