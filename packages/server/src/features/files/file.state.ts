/** The life of a file. The repo enforces each move again in SQL. */
import type { FileStatus } from '@inlet/contract'

export type FileEvent = 'complete' | 'succeed' | 'fail' | 'retry'

const moves: Record<FileStatus, Partial<Record<FileEvent, FileStatus>>> = {
  pending_upload: { complete: 'processing' },
  processing: { succeed: 'completed', fail: 'error' },
  completed: {},
  error: { retry: 'processing' },
  // A valid word of the contract that no import produces.
  recording: {},
}

export function nextStatus(from: FileStatus, event: FileEvent): FileStatus | undefined {
  return moves[from][event]
}
