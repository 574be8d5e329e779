/** Fields of the survey status that are returned only with `include`: how its files were read, and the results. */
import { type Static, Type } from 'typebox'
import { ColumnType } from './column-type.ts'

/** Field groups of `include`. */
export const surveyIncludes = ['details', 'columns', 'skipped_rows', 'recordings'] as const
export type SurveyInclude = (typeof surveyIncludes)[number]

const orNull = <T extends Type.TSchema>(schema: T, description: string) =>
  Type.Optional(Type.Union([schema, Type.Null()], { description }))

/** Fields of each part, with `details`. */
export const partDetailFields = {
  encoding: orNull(Type.String(), 'With include=details: encoding of the text, e.g. utf-8.'),
  delimiter: orNull(Type.String(), 'With include=details: delimiter between cells.'),
  header_rows: orNull(
    Type.Integer(),
    'With include=details: number of header rows of this part. The file has header_rows + row_count + skipped_row_count rows.',
  ),
  skipped_row_count: orNull(
    Type.Integer(),
    'With include=details: number of rows that are neither header nor response.',
  ),
  error_code: orNull(Type.String(), 'With include=details: stable error code of a failed part.'),
}

export const DecidedBy = Type.Enum(['mapping', 'classifier', 'heuristic', 'default'])
export type DecidedBy = Static<typeof DecidedBy>

const ColumnNote = Type.Object({
  code: Type.String({ description: 'Stable code.' }),
  message: Type.String(),
})

export const ReportedColumn = Type.Object({
  position: Type.Integer({ description: 'Position in the header of the first part, from 0.' }),
  header: Type.String({ description: 'Header, as used as a key of column_mapping.' }),
  question: Type.Union([Type.String(), Type.Null()], {
    description: 'Question text from further header rows; null if there are none.',
  }),
  type: ColumnType,
  decided_by: DecidedBy,
  confidence: Type.Number({ description: 'From 0 to 1.' }),
  reason: Type.String(),
  notes: Type.Array(ColumnNote),
})
export type ReportedColumn = Static<typeof ReportedColumn>

export const SkippedRow = Type.Object({
  part_number: Type.Integer(),
  row: Type.Integer({ description: 'Row number as in a spreadsheet: the header is row 1.' }),
  code: Type.Enum(['blank_line', 'empty_row', 'delimiter_line']),
})
export type SkippedRow = Static<typeof SkippedRow>

/** Fields of the survey. */
export const surveyReportFields = {
  header_rows: orNull(
    Type.Integer(),
    'With include=details: number of header rows of the first part. Other parts have the same number, or one.',
  ),
  columns: orNull(Type.Array(ReportedColumn), 'With include=columns: null until the columns are mapped.'),
  unmatched_mapping: orNull(
    Type.Array(Type.String()),
    'With include=columns: keys of column_mapping that match no header.',
  ),
  skipped_rows: Type.Optional(
    Type.Array(SkippedRow, {
      description: 'With include=skipped_rows: the first 1,000 skipped rows of all processed parts.',
    }),
  ),
}
