/** Notes on how a survey was parsed, as sentences. */
import type { SkippedRow, SurveyUpload } from '@inlet/sdk'
import { formatCount } from '../output/format.ts'

const reasons: Record<SkippedRow['code'], [one: string, many: string]> = {
  blank_line: ['blank line', 'blank lines'],
  empty_row: ['row of empty cells', 'rows of empty cells'],
  delimiter_line: ['line that declares the delimiter', 'lines that declare the delimiter'],
}
const shownKeys = 10

type Report = Pick<SurveyUpload, 'header_rows' | 'skipped_rows' | 'unmatched_mapping' | 'columns' | 'parts'>

/** Empty if there is nothing to note, or if an older service reports no details. */
export function surveyNotes(survey: Report): string[] {
  const skippedCount = survey.parts.reduce((sum, part) => sum + (part.skipped_row_count ?? 0), 0)
  const columnNotes = (survey.columns ?? []).flatMap(({ header, notes }) =>
    notes.map(({ message }) => `Column "${header}": ${message}`),
  )
  return [
    ...headerNote(survey.header_rows ?? 1),
    ...skippedNote(skippedCount, survey.skipped_rows ?? []),
    ...unmatchedNote(survey.unmatched_mapping ?? []),
    ...columnNotes,
  ]
}

export function headerNote(headerRows: number, tool?: string): string[] {
  if (headerRows < 2) return []
  return [`The first ${headerRows} rows are header rows${tool === undefined ? '' : ` written by ${tool}`}.`]
}

export function skippedNote(
  count: number,
  rows: readonly { row: number; code: SkippedRow['code']; part_number?: number }[],
): string[] {
  if (count === 0) return []
  const counts = new Map<SkippedRow['code'], number>()
  for (const { code } of rows) counts.set(code, (counts.get(code) ?? 0) + 1)
  const listed = [...counts].map(([code, times]) => formatCount(times, ...reasons[code]))
  const [first] = rows
  const part = first?.part_number === undefined ? '' : `part ${first.part_number}, `
  const where = first
    ? ` (${count > rows.length ? 'among them ' : ''}${listed.join(', ')}; the first is ${part}row ${first.row})`
    : ''
  return [`${formatCount(count, 'row')} without a response ${count === 1 ? 'was' : 'were'} skipped${where}.`]
}

function unmatchedNote(keys: readonly string[]): string[] {
  if (keys.length === 0) return []
  const shown = keys.slice(0, shownKeys).map((key) => `"${key}"`)
  const more = keys.length > shownKeys ? ` and ${keys.length - shownKeys} more` : ''
  return [`The mapping contains columns that the file does not have: ${shown.join(', ')}${more}.`]
}

export function overruledNote(overruled: { tool: string; count: number } | undefined): string[] {
  if (!overruled) return []
  const rows = overruled.count === 2 ? 'Row 2 is' : `Rows 2 to ${overruled.count} are`
  return [
    `${rows} further header rows of ${overruled.tool}, but will be imported as responses because --map names headers of row 1. Remove them from the file, or leave --map out and use --auto-map.`,
  ]
}
