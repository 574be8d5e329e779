/** Preview of a survey file, parsed the same way as on the server. */
import {
  createRowSampler,
  openSurvey,
  type SurveyTool,
  type TypedColumn,
  typeColumns,
} from '@inlet/survey-csv'
import { readBlob } from './read-blob.ts'

export interface PreviewColumn extends Pick<TypedColumn, 'name' | 'type' | 'confidence' | 'reason'> {
  samples: readonly string[]
}

export interface SurveyPreview {
  encoding: string
  delimiter: string
  headerRows: number
  /** The survey tool recognized by its header rows. */
  headerTool: SurveyTool | undefined
  rowCount: number
  /** Blank lines and rows with only empty cells. */
  skippedRowCount: number
  columns: readonly PreviewColumn[]
}

const sampleCount = 3

export async function previewSurvey(file: Blob): Promise<SurveyPreview> {
  const survey = await openSurvey(readBlob(file), { maxRows: Number.MAX_SAFE_INTEGER })
  const sampler = createRowSampler()
  let rowCount = 0
  for await (const batch of survey.responses) {
    rowCount += batch.length
    for (const row of batch) sampler.add(row.cells)
  }
  const rows = sampler.rows()
  const columns = typeColumns({ names: survey.names, header: survey.header, rows, autoMap: true })
  return {
    encoding: survey.encoding(),
    delimiter: survey.delimiter,
    headerRows: survey.header.count,
    headerTool: survey.header.tool,
    rowCount,
    skippedRowCount: survey.skipped().count,
    columns: columns.map(({ name, type, confidence, reason }, place) => ({
      name,
      type,
      confidence,
      reason,
      samples: samplesOf(rows, place),
    })),
  }
}

function samplesOf(rows: readonly (readonly string[])[], place: number): string[] {
  const found = new Set<string>()
  for (const row of rows) {
    const text = row[place]?.trim()
    if (text) found.add(text.length > 60 ? `${text.slice(0, 59)}…` : text)
    if (found.size === sampleCount) break
  }
  return [...found]
}
