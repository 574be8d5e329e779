/** Reads one part from the store into rows ready to save, without using the database. */
import { defaultLimits, type SurveyCsv, SurveyCsvError } from '@inlet/survey-csv'
import type { ObjectStore } from '../../../platform/object-store/object-store.ts'
import {
  lastPart,
  type OptionBook,
  type PartRows,
  type SeenEmails,
  type SurveyColumn,
} from '../../responses/responses.public.ts'
import type { PartReading } from '../survey-parts.repo.ts'
import { createRowConverter } from './convert-rows.ts'
import { openPart } from './open-part.ts'
import { type PartFailure, tooManyParts, unreadable, uploadGone } from './part-failures.ts'
import { linkPositionOf, placeColumns } from './place-columns.ts'
import type { HeaderOf } from './survey-header.ts'
import type { PartToImport, SurveyToImport } from './survey-import.repo.ts'

export interface SurveyContent {
  survey: SurveyToImport
  columns: readonly SurveyColumn[]
  options: OptionBook
  headerOf: (part: PartToImport) => HeaderOf
  /** Only for an import that starts with the first part, because it lacks people saved earlier. */
  seen?: SeenEmails
  /** The part was imported before and is read with new types. */
  isReread?: boolean
}

export type ReadPart = { rows: PartRows; reading: PartReading } | { failure: PartFailure }

export async function readPart(
  store: ObjectStore,
  content: SurveyContent,
  part: PartToImport,
  signal: AbortSignal,
): Promise<ReadPart> {
  if (part.number > lastPart) return { failure: tooManyParts(part.number, lastPart) }
  return explainingFaults(part, async () => {
    const convert = (csv: SurveyCsv) => convertPart(content, part.number, csv)
    const options = { signal, headerOf: content.headerOf(part) }
    const read = part.object && (await openPart(store, part.object, options, convert))
    return read ?? { failure: uploadGone(part.number) }
  })
}

async function convertPart(
  { survey, columns, options, isReread = false }: SurveyContent,
  partNumber: number,
  csv: SurveyCsv,
): Promise<ReadPart> {
  const { isAppended } = survey
  const placed = placeColumns(columns, { partNumber, names: csv.names, isAppended, isReread })
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
  const reading = {
    encoding: csv.encoding(),
    delimiter: csv.delimiter,
    headerRows: csv.header.count,
    skipped: csv.skipped(),
  }
  return { rows: converter.finish(), reading }
}

/** Returns faults of the file as failures; store errors are thrown and retried. */
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
