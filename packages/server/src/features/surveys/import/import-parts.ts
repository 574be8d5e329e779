/**
 * Imports the parts of a survey in order: reads them from the store, converts them to rows and saves them by COPY in the
 * transaction that marks the part as processed. The next part is read while one is saved.
 */
import { inCopyTransaction } from '../../../platform/db/copy.ts'
import type { Database, Db } from '../../../platform/db/database.ts'
import type { Attempt } from '../../../platform/jobs/attempt.ts'
import type { ObjectStore } from '../../../platform/object-store/object-store.ts'
import { completeMappedFile } from '../../files/files.public.ts'
import {
  createOptionBook,
  createSeenEmails,
  insertColumns,
  listColumns,
  listOptions,
  type NewColumn,
  type PartRows,
  savePart,
} from '../../responses/responses.public.ts'
import type { PartReading } from '../survey-parts.repo.ts'
import { openPart } from './open-part.ts'
import { type PartFailure, uploadGone } from './part-failures.ts'
import { explainingFaults, type ReadPart, readPart, type SurveyContent } from './read-part.ts'
import { firstPartHeader, laterPartHeader, mappedHeader } from './survey-header.ts'
import {
  type MappedHeader,
  markMapped,
  markPartProcessed,
  type PartToImport,
  type SurveyToImport,
} from './survey-import.repo.ts'
import { createColumnTyping } from './type-survey-columns.ts'

export interface ImportDeps {
  db: Db
  database: Pick<Database, 'pool'>
  store: ObjectStore
}

/** Larger parts are read only after the previous one is saved, to limit memory. */
const readAheadBytes = 16 * 1024 * 1024

/** The failure of a part, after which none is processed; undefined when all are saved. */
export async function importParts(
  deps: ImportDeps,
  survey: SurveyToImport,
  parts: readonly PartToImport[],
  attempt: Attempt,
): Promise<PartFailure | undefined> {
  if (parts.length === 0) return undefined
  const loaded = await loadContent(deps, survey, parts, attempt.signal)
  if ('failure' in loaded) return loaded.failure
  const reading = new AbortController()
  const signal = AbortSignal.any([attempt.signal, reading.signal])
  const read = (part: PartToImport) => readPart(deps.store, loaded, part, signal)
  try {
    let ahead: Promise<ReadPart> | undefined
    for (const [i, part] of parts.entries()) {
      const result = await (ahead ?? read(part))
      if ('failure' in result) return result.failure
      const next = parts[i + 1]
      ahead = next && (next.object?.bytes ?? 0) <= readAheadBytes ? read(next) : undefined
      // Handled in order, or never.
      ahead?.catch(() => {})
      await saveProcessedPart(deps, loaded, result, attempt)
    }
    return undefined
  } finally {
    reading.abort()
  }
}

/** Rows, progress and fencing in one commit: after a crash the part is fully saved or absent. */
async function saveProcessedPart(
  deps: ImportDeps,
  { survey, mapping, seen }: LoadedContent,
  { rows, reading }: { rows: PartRows; reading: PartReading },
  attempt: Attempt,
): Promise<void> {
  await inCopyTransaction(deps.database, async (tx, copy) => {
    if (!survey.isMapped && mapping) {
      await insertColumns(tx, survey.id, mapping.columns)
      await markMapped(tx, survey.id, mapping)
      await completeMappedFile(tx, survey.fileId)
    }
    const respondentCount = await savePart(tx, copy, rows, seen)
    const { partNumber, rowCount } = rows
    await markPartProcessed(tx, survey.id, { partNumber, rowCount, respondentCount, reading })
    await attempt.advance(tx)
  })
  survey.isMapped = true
}

/** Saves the column types together with the first part. */
type LoadedContent = SurveyContent & { mapping?: MappedHeader & { columns: NewColumn[] } }

type Looked = { hasRows: boolean } | { failure: PartFailure }

async function loadContent(
  deps: ImportDeps,
  survey: SurveyToImport,
  parts: readonly PartToImport[],
  signal: AbortSignal,
): Promise<LoadedContent | { failure: PartFailure }> {
  if (survey.isMapped) {
    const columns = await listColumns(deps.db, survey.id)
    const options = createOptionBook(await listOptions(deps.db, survey.id))
    const headerOf = await mappedHeader(deps.db, survey)
    return { survey, columns, options, headerOf: () => headerOf }
  }
  const typing = createColumnTyping()
  const headerOf = (part: PartToImport) =>
    part.number === parts[0]?.number ? firstPartHeader(survey) : laterPartHeader(typing.known())
  // A first part without rows determines nothing; the next one may.
  for (const [i, part] of parts.entries()) {
    const looked = await explainingFaults(part, async (): Promise<Looked> => {
      const hasRows =
        part.object &&
        (await openPart(deps.store, part.object, { signal, headerOf: headerOf(part) }, (csv) =>
          typing.add(csv),
        ))
      return typeof hasRows === 'boolean' ? { hasRows } : { failure: uploadGone(part.number) }
    })
    // The failure of a later part is reported in order.
    if ('failure' in looked && i === 0) return looked
    if ('failure' in looked || looked.hasRows) break
  }
  const columns = typing.columns(survey)
  const { count: headerRows = 1, overruled } = typing.header() ?? {}
  return {
    survey,
    columns,
    options: createOptionBook([]),
    seen: createSeenEmails(),
    headerOf,
    mapping: { columns, headerRows, overruledHeaderRows: overruled?.count ?? null },
  }
}
