/** Sentences for the import report of a survey. */
import type { ReportedColumn, SurveyUpload } from '@inlet/contract'
import { countOf, formatCount } from '../../ui/format/count.ts'

type Reading = Pick<
  SurveyUpload,
  'header_rows' | 'parts' | 'skipped_rows' | 'unmatched_mapping' | 'processing'
>

const shownRows = 5

export function describeReading(survey: Reading): string[] {
  const { header_rows: headerRows, unmatched_mapping: unmatched } = survey
  return [
    ...(headerRows ? [`${countOf(headerRows, 'header row')} recognized`] : []),
    `${countOf(survey.processing.total_responses, 'response')} imported`,
    ...skippedRows(survey),
    ...(unmatched ?? []).map((key) => `No column is named “${key}”, so its type was ignored`),
  ]
}

function skippedRows({ parts, skipped_rows: rows = [] }: Reading): string[] {
  const count = parts.reduce((sum, part) => sum + (part.skipped_row_count ?? 0), 0)
  if (count === 0) return []
  const shown = rows.slice(0, shownRows).map(({ part_number: part, row }) => {
    return parts.length > 1 ? `part ${formatCount(part)}, row ${formatCount(row)}` : `row ${formatCount(row)}`
  })
  const more = count > shown.length ? ' and more' : ''
  return [`${countOf(count, 'empty row')} skipped: ${shown.join('; ')}${more}`]
}

const decisions: Record<ReportedColumn['decided_by'], string> = {
  mapping: 'Chosen at import.',
  classifier: 'Recognized with high confidence.',
  heuristic: 'Inferred from the answers.',
  default: 'Not imported as a question.',
}

export function whyType({ decided_by, reason, notes }: ReportedColumn): string {
  const why = decided_by === 'mapping' ? [] : [reason]
  return [decisions[decided_by], ...why, ...notes.map(({ message }) => message)].join(' ')
}
