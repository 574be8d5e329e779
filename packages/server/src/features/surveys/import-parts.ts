/**
 * The parts of a survey, one after the other: read from the store, turned into rows, and saved by COPY in the
 * transaction that says the part is processed. While the database takes one part, the next is read.
 */
import { inCopyTransaction } from '../../platform/db/copy.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import type { Attempt } from '../../platform/jobs/worker.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { completeMappedFile } from '../files/files.public.ts'
import {
  createOptionBook,
  createSeenEmails,
  insertColumns,
  listColumns,
  listOptions,
  type PartRows,
  savePart,
} from '../responses/responses.public.ts'
import { openPart } from './open-part.ts'
import { type PartFailure, uploadGone } from './part-failures.ts'
import { explainingFaults, type ReadPart, readPart, type SurveyContent } from './read-part.ts'
import {
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

/** A part that is larger waits until the one before is saved: two of 50 MB would fill the memory. */
const readAheadBytes = 16 * 1024 * 1024

/** The reason why a part failed, after which none is touched; nothing when all are saved. */
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
      // Met when its turn comes, which may be never.
      ahead?.catch(() => {})
      await saveProcessedPart(deps, loaded, result.rows, attempt)
    }
    return undefined
  } finally {
    reading.abort()
  }
}

/** Rows, mark and fencing in one commit: a crash leaves the part wholly saved or wholly absent. */
async function saveProcessedPart(
  deps: ImportDeps,
  { survey, columns, seen }: SurveyContent,
  rows: PartRows,
  attempt: Attempt,
): Promise<void> {
  await inCopyTransaction(deps.database, async (tx, copy) => {
    if (!survey.isMapped) {
      await insertColumns(tx, survey.id, columns)
      await markMapped(tx, survey.id)
      await completeMappedFile(tx, survey.fileId)
    }
    const respondentCount = await savePart(tx, copy, rows, seen)
    const { partNumber, rowCount } = rows
    await markPartProcessed(tx, survey.id, { partNumber, rowCount, respondentCount })
    await attempt.advance(tx)
  })
  survey.isMapped = true
}

type Looked = { hasRows: boolean } | { failure: PartFailure }

async function loadContent(
  deps: ImportDeps,
  survey: SurveyToImport,
  parts: readonly PartToImport[],
  signal: AbortSignal,
): Promise<SurveyContent | { failure: PartFailure }> {
  if (survey.isMapped) {
    const columns = await listColumns(deps.db, survey.id)
    return { survey, columns, options: createOptionBook(await listOptions(deps.db, survey.id)) }
  }
  const typing = createColumnTyping()
  // A first part without rows tells nothing; the next one with the same header may.
  for (const [i, part] of parts.entries()) {
    const looked = await explainingFaults(part, async (): Promise<Looked> => {
      const hasRows =
        part.object && (await openPart(deps.store, part.object, signal, (csv) => typing.add(csv)))
      return typeof hasRows === 'boolean' ? { hasRows } : { failure: uploadGone(part.number) }
    })
    // The fault of a later part is told when its turn comes.
    if ('failure' in looked && i === 0) return looked
    if ('failure' in looked || looked.hasRows) break
  }
  return {
    survey,
    columns: typing.columns(survey),
    options: createOptionBook([]),
    seen: createSeenEmails(),
  }
}
