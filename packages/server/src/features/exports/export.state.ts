/** The states of an export. Pure. */
import type { ExportStatus } from '@inlet/contract'

const next: Readonly<Record<ExportStatus, readonly ExportStatus[]>> = {
  processing: ['completed', 'failed'],
  completed: ['expired'],
  failed: [],
  expired: [],
}

export const canBecome = (from: ExportStatus, to: ExportStatus): boolean => next[from].includes(to)

/** From which states an export can reach `to`, for the condition of an update. */
export const statesBefore = (to: ExportStatus): ExportStatus[] =>
  (Object.keys(next) as ExportStatus[]).filter((from) => canBecome(from, to))

export const isFinal = (status: ExportStatus): boolean => status !== 'processing'
