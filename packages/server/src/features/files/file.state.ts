/** State machine of a file. The repo checks each transition again in SQL. */
import type { FileStatus } from '@inlet/contract'

export type FileEvent = 'complete' | 'succeed' | 'fail' | 'retry'

const moves: Record<FileStatus, Partial<Record<FileEvent, FileStatus>>> = {
  pending_upload: { complete: 'processing' },
  processing: { succeed: 'completed', fail: 'error' },
  completed: {},
  error: { retry: 'processing' },
  // Part of the contract, but no import produces it.
  recording: {},
}

export function nextStatus(from: FileStatus, event: FileEvent): FileStatus | undefined {
  return moves[from][event]
}
