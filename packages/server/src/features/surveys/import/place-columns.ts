/** Locates the columns of a survey in a part, or explains why the part is incompatible. */
import type { MediaConfig } from '@inlet/contract'
import { columnPositions, compareHeaders } from '@inlet/survey-csv'
import type { SurveyColumn } from '../../responses/responses.public.ts'
import type { ColumnInPart } from './convert-rows.ts'
import { headerMismatch, missingColumns, type PartFailure } from './part-failures.ts'
import { storedName } from './stored-name.ts'

/** Columns that an appended part may leave out. */
const optionalTypes: readonly SurveyColumn['type'][] = ['Name', 'Email', 'Timestamp', 'Do nothing']

export interface PartHeader {
  partNumber: number
  names: readonly string[]
  /** Appended parts need only the questions, in any order; other parts need the exact header of the first. */
  isAppended: boolean
  /** The part was imported before, so missing columns have no answers. */
  isReread?: boolean
}

export type PlacedColumns = { columns: ColumnInPart[] } | { failure: PartFailure }

export function placeColumns(columns: readonly SurveyColumn[], header: PartHeader): PlacedColumns {
  const names = header.names.map(storedName)
  if (header.isReread) return { columns: placeKeptColumns(columns, header.names) }
  return header.isAppended
    ? placeByName(columns, header.partNumber, names)
    : placeInOrder(columns, header.partNumber, names)
}

function placeInOrder(
  columns: readonly SurveyColumn[],
  partNumber: number,
  names: readonly string[],
): PlacedColumns {
  const compared = compareHeaders(
    columns.map(({ name }) => name),
    names,
  )
  return compared.isSame
    ? { columns: columns.map((column) => ({ ...column, index: column.position })) }
    : { failure: headerMismatch(partNumber, compared) }
}

function placeByName(
  columns: readonly SurveyColumn[],
  partNumber: number,
  names: readonly string[],
): PlacedColumns {
  const indexes = columnPositions(
    columns.map(({ name }) => name),
    names,
  )
  const missing = columns.filter(({ type }, i) => !optionalTypes.includes(type) && indexes[i] === undefined)
  if (missing.length > 0) {
    const missingNames = missing.map(({ name }) => name)
    return { failure: missingColumns(partNumber, missingNames) }
  }
  return { columns: placeNamed(columns, names) }
}

/** Omits columns that the header lacks. */
export function placeKeptColumns(columns: readonly SurveyColumn[], names: readonly string[]): ColumnInPart[] {
  return placeNamed(columns, names.map(storedName))
}

function placeNamed(columns: readonly SurveyColumn[], names: readonly string[]): ColumnInPart[] {
  const indexes = columnPositions(
    columns.map(({ name }) => name),
    names,
  )
  return columns.flatMap((column, i) => {
    const index = indexes[i]
    return index === undefined ? [] : [{ ...column, index }]
  })
}

/** The column that media_config matches with file names, if any. */
export function linkPositionOf(
  columns: readonly SurveyColumn[],
  mediaConfig: MediaConfig | null,
): number | undefined {
  if (mediaConfig?.link_by !== 'column') return undefined
  const wanted = storedName(mediaConfig.column?.trim() ?? '')
  return columns.find(({ name }) => name === wanted)?.position
}

export function isLinkColumnMissing(
  columns: readonly SurveyColumn[],
  mediaConfig: MediaConfig | null,
): boolean {
  return mediaConfig?.link_by === 'column' && linkPositionOf(columns, mediaConfig) === undefined
}
