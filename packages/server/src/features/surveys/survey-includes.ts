/** Optional field groups of a survey status, selected with `include`. */
import {
  type DecidedBy,
  type ReportedColumn,
  type SurveyInclude,
  type SurveyUpload,
  surveyIncludes,
} from '@inlet/contract'
import { headerName, maxSkippedRows } from '@inlet/survey-csv'
import type { Db } from '../../platform/db/database.ts'
import { type ExplainedColumn, explainColumns } from '../responses/responses.public.ts'
import { storedName } from './import/stored-name.ts'
import { listMediaRecordings } from './media/media-status.repo.ts'
import { viewMediaFiles, viewParts } from './survey.view.ts'
import { listSkippedRows } from './survey-parts.repo.ts'
import type { SurveySnapshot } from './surveys.repo.ts'

type Fields = Partial<SurveyUpload>

const groups: Record<SurveyInclude, (db: Db, survey: SurveySnapshot) => Promise<Fields>> = {
  details: async (_db, survey) => ({
    external_id: survey.external_id,
    metadata: survey.metadata,
    updated_at: survey.updated_at.toISOString(),
    header_rows: survey.header_rows,
    parts: viewParts(survey).map((part, i) => ({ ...part, ...partDetails(survey, i) })),
  }),
  columns: includeColumns,
  skipped_rows: async (db, survey) => ({
    skipped_rows: await listSkippedRows(db, survey.id, maxSkippedRows),
  }),
  recordings: async (db, survey) => ({
    media_files: viewMediaFiles(survey, await listMediaRecordings(db, survey.id)),
  }),
}

export async function includeInStatus(
  db: Db,
  survey: SurveySnapshot,
  include: ReadonlySet<SurveyInclude>,
): Promise<Fields> {
  const wanted = surveyIncludes.filter((group) => include.has(group))
  const included: Fields = {}
  for (const group of wanted) Object.assign(included, await groups[group](db, survey))
  return included
}

function partDetails({ parts, error_details }: SurveySnapshot, i: number) {
  const part = parts[i]
  const isNamed = error_details.part_number === part?.number
  const error_code = part?.error_code ?? (isNamed ? error_details.code : undefined) ?? null
  return {
    encoding: part?.encoding ?? null,
    delimiter: part?.delimiter ?? null,
    header_rows: part?.header_rows ?? null,
    skipped_row_count: part?.skipped_row_count ?? null,
    error_code: part?.status === 'FAILED' ? error_code : null,
  }
}

/** Columns with what decided their type. Null until they are mapped. */
export async function includeColumns(db: Db, survey: SurveySnapshot): Promise<Fields> {
  if (!survey.is_mapped) return { columns: null, unmatched_mapping: null }
  const columns = await explainColumns(db, survey.id)
  const names = new Set(columns.map(({ name }) => name))
  const isMatched = (key: string) => names.has(storedName(key)) || names.has(storedName(headerName(key)))
  const reported = columns.map((column) => reportColumn(survey, column))
  const mapped = reported.find(({ decided_by }) => decided_by === 'mapping')
  if (mapped) mapped.notes.push(...overruledNotes(survey))
  return {
    columns: reported,
    unmatched_mapping: Object.keys(survey.column_mapping).filter((key) => !isMatched(key)),
  }
}

function reportColumn(survey: SurveySnapshot, column: ExplainedColumn): ReportedColumn {
  const { position, name, question, type, confidence, reason } = column
  return {
    position,
    header: name,
    question,
    type,
    decided_by: column.decidedBy ?? inferDecidedBy(survey, column),
    confidence,
    reason,
    notes: notesOf(column),
  }
}

/** For columns of older releases, which did not store it. */
function inferDecidedBy({ column_mapping, auto_map }: SurveySnapshot, column: ExplainedColumn): DecidedBy {
  const keys = Object.keys(column_mapping).flatMap((key) => [key, headerName(key)])
  if (keys.some((key) => storedName(key) === column.name)) return 'mapping'
  if (!auto_map || column.type === 'Do nothing') return 'default'
  return column.confidence >= 0.9 ? 'classifier' : 'heuristic'
}

function notesOf({ name, noteCodes, headerCells, hasRestOption }: ExplainedColumn) {
  const notes: ReportedColumn['notes'] = []
  const written = headerCells?.[0]
  if (written !== undefined && storedName(headerName(written)) !== name) {
    const why =
      headerName(written) === '' ? 'The header is empty' : 'A column to the left has the same header'
    notes.push({ code: 'renamed_header', message: `${why}, so the column is called “${name}”.` })
  }
  if (noteCodes.includes('ambiguous_dates')) {
    const message =
      'Some dates can be read with the day or the month first, and no date in the column shows which. They are kept as text. Write dates as YYYY-MM-DD.'
    notes.push({ code: 'ambiguous_dates', message })
  }
  if (hasRestOption) {
    const message =
      'The column has more different answers than the 10,000 options a question may have. The others are counted as “Other answers”.'
    notes.push({ code: 'too_many_options', message })
  }
  return notes
}

function overruledNotes({ overruled_header_rows: count }: SurveySnapshot): ReportedColumn['notes'] {
  if (count === null) return []
  const rows = count === 2 ? 'Row 2 looks' : `Rows 2 to ${count} look`
  const message = `${rows} like further header rows of a survey tool. They were imported as responses, because column_mapping names the headers of row 1. Remove them from the file, or import it with auto_map and without column_mapping.`
  return [{ code: 'header_rows_imported', message }]
}
