/** One part, from the store to rows ready to be saved. Nothing of it touches the database yet. */
import { defaultLimits, type SurveyCsv, SurveyCsvError } from '@inlet/survey-csv'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import {
  lastPart,
  type OptionBook,
  type PartRows,
  type SeenEmails,
  type SurveyColumn,
} from '../responses/responses.public.ts'
import { createRowConverter } from './convert-rows.ts'
import { openPart } from './open-part.ts'
import { type PartFailure, tooManyParts, unreadable, uploadGone } from './part-failures.ts'
import { linkPositionOf, placeColumns } from './place-columns.ts'
import type { PartToImport, SurveyToImport } from './survey-import.repo.ts'

export interface SurveyContent {
  survey: SurveyToImport
  columns: readonly SurveyColumn[]
  options: OptionBook
  /** Only for an import from the first part on: who was saved before is not in it. */
  seen?: SeenEmails
}

export type ReadPart = { rows: PartRows } | { failure: PartFailure }

export async function readPart(
  store: ObjectStore,
  content: SurveyContent,
  part: PartToImport,
  signal: AbortSignal,
): Promise<ReadPart> {
  if (part.number > lastPart) return { failure: tooManyParts(part.number, lastPart) }
  return explainingFaults(part, async () => {
    const convert = (csv: SurveyCsv) => convertPart(content, part.number, csv)
    const read = part.object && (await openPart(store, part.object, signal, convert))
    return read ?? { failure: uploadGone(part.number) }
  })
}

async function convertPart(
  { survey, columns, options }: SurveyContent,
  partNumber: number,
  csv: SurveyCsv,
): Promise<ReadPart> {
  const { isAppended } = survey
  const placed = placeColumns(columns, { partNumber, names: csv.names, isAppended })
  if ('failure' in placed) return placed
  const converter = createRowConverter({
    surveyId: survey.id,
    partNumber,
    maxRows: defaultLimits.maxRows,
    columns: placed.columns,
    options,
    linkPosition: linkPositionOf(columns, survey.mediaConfig),
  })
  for await (const batch of csv.responses) for (const { cells } of batch) converter.add(cells)
  return { rows: converter.finish() }
}

/** A fault of the file is told to whoever sent it; trouble of the store goes on as an error and is tried again. */
export async function explainingFaults<T>(
  part: PartToImport,
  read: () => Promise<T>,
): Promise<T | { failure: PartFailure }> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof SurveyCsvError) return { failure: unreadable(part.number, error) }
    throw error
  }
}
