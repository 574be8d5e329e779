/** One part, from the store to rows ready to be saved. Nothing of it touches the database yet. */
import { defaultLimits, SurveyCsvError } from '@inlet/survey-csv'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { lastPart, type OptionBook, type PartRows, type SurveyColumn } from '../responses/responses.public.ts'
import { createRowConverter } from './convert-rows.ts'
import { openPart } from './open-part.ts'
import { type PartFailure, tooManyParts, unreadable, uploadGone } from './part-failures.ts'
import { linkPositionOf, placeColumns } from './place-columns.ts'
import type { PartToImport, SurveyToImport } from './survey-import.repo.ts'

export interface SurveyContent {
  survey: SurveyToImport
  columns: readonly SurveyColumn[]
  options: OptionBook
}

export type ReadPart = { rows: PartRows } | { failure: PartFailure }

export async function readPart(
  store: ObjectStore,
  { survey, columns, options }: SurveyContent,
  part: PartToImport,
  signal: AbortSignal,
): Promise<ReadPart> {
  if (part.number > lastPart) return { failure: tooManyParts(part.number, lastPart) }
  return explainingFaults(store, part, signal, async () => {
    const csv = part.object && (await openPart(store, part.object, signal))
    if (!csv) return { failure: uploadGone(part.number) }
    const { isAppended } = survey
    const placed = placeColumns(columns, { partNumber: part.number, names: csv.names, isAppended })
    if ('failure' in placed) {
      await csv.responses.return()
      return placed
    }
    const converter = createRowConverter({
      surveyId: survey.id,
      partNumber: part.number,
      maxRows: defaultLimits.maxRows,
      columns: placed.columns,
      options,
      linkPosition: linkPositionOf(columns, survey.mediaConfig),
    })
    for await (const batch of csv.responses) for (const { cells } of batch) converter.add(cells)
    return { rows: converter.finish() }
  })
}

/** A fault of the file is told to whoever sent it; trouble of the store goes on as an error and is tried again. */
export async function explainingFaults<T>(
  store: ObjectStore,
  part: PartToImport,
  signal: AbortSignal,
  read: () => Promise<T>,
): Promise<T | { failure: PartFailure }> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof SurveyCsvError)) throw error
    const rowCount = error.code === 'csv_too_many_rows' ? await countRows(store, part, signal) : undefined
    return { failure: unreadable(part.number, error, rowCount) }
  }
}

/** Undefined when the rest of the file cannot be read either. */
async function countRows(
  store: ObjectStore,
  { object }: PartToImport,
  signal: AbortSignal,
): Promise<number | undefined> {
  const csv = object && (await openPart(store, object, signal, { maxRows: Number.MAX_SAFE_INTEGER }))
  if (!csv) return undefined
  let count = 0
  try {
    for await (const batch of csv.responses) count += batch.length
  } catch (error) {
    if (error instanceof SurveyCsvError) return undefined
    throw error
  }
  return count
}
