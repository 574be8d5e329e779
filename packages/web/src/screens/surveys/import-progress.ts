/** Describes the progress of a survey import. */
import type { SurveyPart, WorkspaceSurvey } from '@inlet/contract/workspace'
import { countOf, formatCount } from '../../ui/format/count.ts'
import type { StatusTone } from '../../ui/StatusLabel.tsx'

type Progress = Pick<WorkspaceSurvey, 'status' | 'parts' | 'response_count'>

export const partsRead = (parts: readonly SurveyPart[]): number =>
  parts.filter(({ status }) => status === 'PROCESSED').length

/** Rows are counted part by part, so there is no total before the last part. */
export function describeProgress({ status, parts, response_count: rows }: Progress): string {
  const read = partsRead(parts)
  const ofParts = parts.length > 1 ? ` from ${formatCount(read)} of ${countOf(parts.length, 'part')}` : ''
  if (status === 'working')
    return rows === 0 ? 'Reading answers.' : `${countOf(rows, 'row')} imported${ofParts} so far.`
  // The server explains the failure; this describes what is already imported.
  const safe = rows === 0 ? 'No rows imported yet.' : `${countOf(rows, 'row')}${ofParts} imported.`
  return status === 'waiting' ? `${safe} Some parts have not been uploaded.` : safe
}

const partLabels: Record<SurveyPart['status'], { tone: StatusTone; text: string }> = {
  PENDING: { tone: 'waiting', text: 'Missing' },
  UPLOADED: { tone: 'waiting', text: 'Queued' },
  PROCESSED: { tone: 'ready', text: 'Imported' },
  FAILED: { tone: 'failed', text: 'Failed' },
}

export function describePart({ status, row_count: rows }: Pick<SurveyPart, 'status' | 'row_count'>) {
  const { tone, text } = partLabels[status]
  return { tone, text: rows === null ? text : `${text} · ${countOf(rows, 'row')}` }
}
