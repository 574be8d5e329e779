import {
  createRowSampler,
  detectHeaderRows,
  openSurvey,
  splitSurvey,
  type TypedColumn,
  typeColumns,
} from '@inlet/survey-csv'
import type { CommonOptions, Context } from '../../context.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import { formatCount } from '../../output/format.ts'
import { tableLines } from '../../output/table.ts'
import { cutTo, printable } from '../../output/text.ts'
import { checkColumns, readMapping } from '../../surveys/column-mapping.ts'
import { type CsvOptions, checkCsvFile, csvOptions, readBytes } from '../../surveys/csv-file.ts'
import { headerNote, overruledNote, skippedNote } from '../../surveys/survey-notes.ts'

export interface PreviewOptions extends CommonOptions, CsvOptions {
  map?: string[]
}

const sampleValues = 3
const delimiterNames: Record<string, string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab' }

export async function previewSurvey(
  { output }: Context,
  file: string,
  options: PreviewOptions,
): Promise<ExitCode> {
  await checkCsvFile(file)
  const csv = csvOptions(options)
  const mapping = readMapping(options.map ?? [])
  const survey = await openSurvey(readBytes(file), {
    ...csv,
    maxRows: Number.MAX_SAFE_INTEGER,
    headerOf: (rows) => detectHeaderRows(rows, mapping),
  })
  checkColumns(mapping, survey.names)
  const sampler = createRowSampler()
  let responses = 0
  for await (const batch of survey.responses) {
    responses += batch.length
    for (const row of batch) sampler.add(row.cells)
  }
  let parts = 0
  for await (const _ of splitSurvey(readBytes(file), csv)) parts += 1
  const rows = sampler.rows()
  const columns = typeColumns({ names: survey.names, header: survey.header, rows, mapping, autoMap: true })
  const shown = columns.map((column, index) => describe(column, samplesOf(rows, index)))
  const skipped = survey.skipped()
  const ragged = survey.raggedRowCount()
  const delimiter = delimiterNames[survey.delimiter] ?? survey.delimiter
  output.document(
    {
      encoding: survey.encoding(),
      delimiter,
      header_rows: survey.header.count,
      header_tool: survey.header.tool ?? null,
      responses,
      skipped_row_count: skipped.count,
      skipped_rows: skipped.rows,
      ragged_row_count: ragged,
      parts,
      columns: shown,
    },
    [
      `${survey.encoding()}, separated by ${delimiter}, ${formatCount(survey.header.count, 'header row')}, ${formatCount(responses, 'response')}, ${formatCount(parts, 'part')}.`,
      ...headerNote(survey.header.count, survey.header.tool),
      ...skippedNote(skipped.count, skipped.rows),
      ...raggedNote(ragged),
      '',
      ...tableLines(
        shown.map(({ name, type, confidence, reason, samples }) => ({
          column: cutTo(name, 40),
          type,
          sure: `${Math.round(confidence * 100)}%`,
          why: reason,
          values: samples.map((value) => cutTo(value, 24)).join(' | '),
        })),
        (cell) => printable(String(cell as string)),
      ),
    ],
  )
  for (const note of overruledNote(survey.header.overruled)) output.warn(note)
  output.say('Nothing was sent.')
  return exitCodes.done
}

function describe({ name, type, confidence, reason, decidedBy }: TypedColumn, samples: string[]) {
  return { name, type, confidence, reason, decided_by: decidedBy, samples }
}

function raggedNote(count: number): string[] {
  return count === 0
    ? []
    : [`${formatCount(count, 'row')} shorter or longer than the header; missing cells are empty.`]
}

/** The first few distinct non-empty values. */
function samplesOf(rows: readonly (readonly string[])[], index: number): string[] {
  const values = new Set<string>()
  for (const row of rows) {
    const value = row[index]?.trim()
    if (value) values.add(value)
    if (values.size === sampleValues) break
  }
  return [...values]
}
