/** Where the columns of a survey stand in a part, or why the part does not fit. */
import type { MediaConfig } from '@inlet/contract'
import { columnPositions, compareHeaders } from '@inlet/survey-csv'
import type { SurveyColumn } from '../responses/responses.public.ts'
import type { ColumnInPart } from './convert-rows.ts'
import { headerMismatch, missingColumns, type PartFailure } from './part-failures.ts'
import { storedName } from './type-survey-columns.ts'

const questionTypes: readonly SurveyColumn['type'][] = [
  'Open-ended',
  'Single choice',
  'Multi choice',
  'NPS',
  'Ranking',
  'MEDIA_RESPONSE',
]

export interface PartHeader {
  partNumber: number
  names: readonly string[]
  /** Appended parts need the questions only, in any order; all others the very header of the first part. */
  isAppended: boolean
}

export type PlacedColumns = { columns: ColumnInPart[] } | { failure: PartFailure }

export function placeColumns(columns: readonly SurveyColumn[], header: PartHeader): PlacedColumns {
  const names = header.names.map(storedName)
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
  const missing = columns.filter(({ type }, i) => questionTypes.includes(type) && indexes[i] === undefined)
  if (missing.length > 0) {
    const missingNames = missing.map(({ name }) => name)
    return { failure: missingColumns(partNumber, missingNames) }
  }
  return {
    columns: columns.flatMap((column, i) => {
      const index = indexes[i]
      return index === undefined ? [] : [{ ...column, index }]
    }),
  }
}

/** The column whose cells are compared with file names, if media_config asks for one. */
export function linkPositionOf(
  columns: readonly SurveyColumn[],
  mediaConfig: MediaConfig | null,
): number | undefined {
  if (mediaConfig?.link_by !== 'column') return undefined
  const wanted = storedName(mediaConfig.column?.trim() ?? '')
  return columns.find(({ name }) => name === wanted)?.position
}
