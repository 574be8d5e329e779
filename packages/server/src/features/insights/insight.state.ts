/** State machine of an insight. The repo enforces each transition again in SQL. */
import type { InsightType, ProcessingStatus } from '@inlet/contract'

export type InsightPhase = 'awaiting_upload' | 'processing' | 'completed' | 'failed'
export type InsightEvent = 'complete' | 'succeed' | 'fail'

const moves: Record<InsightPhase, Partial<Record<InsightEvent, InsightPhase>>> = {
  awaiting_upload: { complete: 'processing' },
  processing: { succeed: 'completed', fail: 'failed' },
  completed: {},
  failed: {},
}

export function nextPhase(from: InsightPhase, event: InsightEvent): InsightPhase | undefined {
  return moves[from][event]
}

/** The contract has one status for queued and running. */
const statusByPhase: Record<InsightPhase, ProcessingStatus> = {
  awaiting_upload: 'pending',
  processing: 'pending',
  completed: 'completed',
  failed: 'failed',
}

export const processingStatus = (phase: InsightPhase): ProcessingStatus => statusByPhase[phase]

/** The phases behind these statuses; all of them without statuses. */
export const phasesOf = (statuses: readonly string[] | undefined): InsightPhase[] =>
  (Object.keys(statusByPhase) as InsightPhase[]).filter(
    (phase) => statuses?.includes(statusByPhase[phase]) ?? true,
  )

const typeByExtension = new Map<string, InsightType>([
  ['pdf', 'pdf'],
  ['ppt', 'ppt'],
  ['pptx', 'ppt'],
  ['xls', 'sheet'],
  ['xlsx', 'sheet'],
  ['doc', 'doc'],
  ['docx', 'doc'],
])

export const insightType = (extension: string): InsightType => typeByExtension.get(extension) ?? 'other'
