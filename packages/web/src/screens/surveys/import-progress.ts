/** How far the import of a survey is, in words. Pure. */
import type { SurveyPart, WorkspaceSurvey } from '@inlet/contract/workspace'
import { countOf, formatCount } from '../../ui/format/count.ts'
import type { StatusTone } from '../../ui/StatusWord.tsx'

type Progress = Pick<WorkspaceSurvey, 'status' | 'parts' | 'response_count'>

export const partsRead = (parts: readonly SurveyPart[]): number =>
  parts.filter(({ status }) => status === 'PROCESSED').length

/** Rows are known part by part; a total is not told before the last one is read. */
export function describeProgress({ status, parts, response_count: rows }: Progress): string {
  const read = partsRead(parts)
  const ofParts = parts.length > 1 ? ` from ${formatCount(read)} of ${countOf(parts.length, 'part')}` : ''
  if (status === 'working')
    return rows === 0 ? 'Reading answers.' : `${countOf(rows, 'row')} read${ofParts} so far.`
  // What went wrong is said by the server; this is what is safe.
  const safe = rows === 0 ? 'No rows are in yet.' : `${countOf(rows, 'row')}${ofParts} are in.`
  return status === 'waiting' ? `${safe} Some parts have not been sent.` : safe
}

const partWords: Record<SurveyPart['status'], { tone: StatusTone; text: string }> = {
  PENDING: { tone: 'waiting', text: 'Not sent' },
  UPLOADED: { tone: 'waiting', text: 'In line' },
  PROCESSED: { tone: 'ready', text: 'Read' },
  FAILED: { tone: 'failed', text: 'Not read' },
}

export function describePart({ status, row_count: rows }: Pick<SurveyPart, 'status' | 'row_count'>) {
  const { tone, text } = partWords[status]
  return { tone, text: rows === null ? text : `${text} · ${countOf(rows, 'row')}` }
}
