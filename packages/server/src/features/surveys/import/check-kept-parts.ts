/**
 * Compares the uploaded files with the stored rows before they are read again. A file that was deleted because it
 * contained an erased person, or that no longer parses the same way, is rebuilt from the stored rows; a file with removed
 * people is rewritten without their names and addresses.
 */
import { randomUUID } from 'node:crypto'
import { parseEmail, parseName, type SurveyCsv, SurveyCsvError, writeRow } from '@inlet/survey-csv'
import { type Db, inTransaction } from '../../../platform/db/database.ts'
import type { Attempt } from '../../../platform/jobs/attempt.ts'
import type { ObjectStore, PinnedObject } from '../../../platform/object-store/object-store.ts'
import { listNamelessRows, readStoredCells, type SurveyColumn } from '../../responses/responses.public.ts'
import { keepObjects, trashNow, trashUnlessKept } from '../../uploads/uploads.public.ts'
import { partLimits } from '../survey.policy.ts'
import type { ColumnInPart } from './convert-rows.ts'
import { openPart } from './open-part.ts'
import { placeKeptColumns } from './place-columns.ts'
import { isPersonType } from './retype.policy.ts'
import { type KeptPart, listKeptParts, replacePartObject, saveRetypeProgress } from './retype.repo.ts'
import type { HeaderOf } from './survey-header.ts'
import type { Retype } from './survey-import.repo.ts'

export interface CheckDeps {
  db: Db
  store: ObjectStore
}

export interface PartsToCheck {
  surveyId: number
  retype: Retype
  /** Types before the change. */
  columns: readonly SurveyColumn[]
  headerOf: HeaderOf
}

export async function checkKeptParts(deps: CheckDeps, survey: PartsToCheck, attempt: Attempt): Promise<void> {
  for (const part of await listKeptParts(deps.db, survey.surveyId, survey.retype.part)) {
    attempt.signal.throwIfAborted()
    const replacement = await findReplacement(deps, survey, part, attempt)
    const object = replacement && (await storeLines(deps, replacement.lines))
    await inTransaction(deps.db, async (tx) => {
      await saveRetypeProgress(tx, survey.surveyId, { step: 'check', part: part.number })
      if (replacement && object) {
        const { removedRows } = replacement
        await keepObjects(tx, [object.key])
        await replacePartObject(tx, survey.surveyId, { number: part.number, removedRows }, object)
        if (part.object) await trashNow(tx, [part.object.key])
      }
      await attempt.advance(tx)
    })
  }
}

interface Replacement {
  lines: string[]
  removedRows: number[]
}

/** Undefined when the file can be read unchanged. */
async function findReplacement(
  deps: CheckDeps,
  survey: PartsToCheck,
  part: KeptPart,
  attempt: Attempt,
): Promise<Replacement | undefined> {
  const { surveyId, columns, retype } = survey
  const hasPeople = columns.some(({ type }) => isPersonType(type))
  const nameless = new Set(hasPeople ? await listNamelessRows(deps.db, surveyId, part.number) : [])
  const inspected = await inspect(deps, survey, { part, nameless }, attempt.signal)
  if (inspected?.rowCount !== part.rowCount) {
    attempt.log.info({ part: part.number }, 'file of a part is rebuilt from its responses')
    return withoutRemoved(await storedRows(deps.db, survey, part), survey, part.removedRows)
  }
  const removedRows = [...new Set([...part.removedRows, ...inspected.stillNamed])]
  const wouldName = isPersonType(retype.type) && removedRows.length > 0
  if (inspected.stillNamed.size === 0 && !wouldName) return undefined
  return withoutRemoved(await fileRows(deps, survey, part, attempt.signal), survey, removedRows)
}

interface Inspected {
  rowCount: number
  /** Rows with a person who was removed from the survey. */
  stillNamed: Set<number>
}

/** Undefined when the file is missing or unreadable. */
async function inspect(
  { store }: CheckDeps,
  { columns, headerOf }: PartsToCheck,
  { part, nameless }: { part: KeptPart; nameless: ReadonlySet<number> },
  signal: AbortSignal,
): Promise<Inspected | undefined> {
  if (!part.object) return undefined
  try {
    return await openPart(store, part.object, { signal, headerOf }, async (csv) => {
      const people = placeKeptColumns(columns, csv.names).filter(({ type }) => isPersonType(type))
      const stillNamed = new Set<number>()
      let rowCount = 0
      for await (const batch of csv.responses)
        for (const { cells } of batch) {
          if (nameless.has(rowCount) && people.some((column) => namesSomebody(column, cells)))
            stillNamed.add(rowCount)
          rowCount += 1
        }
      return { rowCount, stillNamed }
    })
  } catch (error) {
    if (error instanceof SurveyCsvError) return undefined
    throw error
  }
}

function namesSomebody({ type, index }: ColumnInPart, cells: readonly string[]): boolean {
  const cell = cells[index] ?? ''
  return (type === 'Email' ? parseEmail(cell) : parseName(cell)) !== null
}

interface Table {
  names: readonly string[]
  rows: readonly (readonly string[])[]
}

async function fileRows(
  { store }: CheckDeps,
  { headerOf }: PartsToCheck,
  part: KeptPart,
  signal: AbortSignal,
): Promise<Table> {
  const read = async ({ names, responses }: SurveyCsv) => {
    const rows: (readonly string[])[] = []
    for await (const batch of responses) rows.push(...batch.map(({ cells }) => cells))
    return { names, rows }
  }
  const table = part.object && (await openPart(store, part.object, { signal, headerOf }, read))
  if (!table) throw new Error(`The file of part ${part.number} disappeared while it was being checked.`)
  return table
}

async function storedRows(
  db: Db,
  { surveyId, columns }: PartsToCheck,
  { number, rowCount }: KeptPart,
): Promise<Table> {
  const cells = readStoredCells(db, { surveyId, columns, partNumber: number, rowCount })
  return { names: columns.map(({ name }) => name), rows: await Array.fromAsync(cells) }
}

/**
 * The rows as CSV, without cells that identify removed people. Each row has its number in an extra column, because a row
 * without any answer must still count as a row.
 */
function withoutRemoved(
  { names, rows }: Table,
  { columns, retype }: PartsToCheck,
  removedRows: readonly number[],
): Replacement {
  const removed = new Set(removedRows)
  const telling = new Set(
    placeKeptColumns(columns, names)
      .filter(({ type, position }) => isPersonType(type) || isNewlyTelling(retype, position))
      .map(({ index }) => index),
  )
  let numberName = 'row'
  while (names.includes(numberName)) numberName += '_'
  const lines = rows.map((cells, row) => {
    const kept = names.map((_, i) => (removed.has(row) && telling.has(i) ? '' : (cells[i] ?? '')))
    return writeRow([...kept, String(row + 1)])
  })
  return { lines: [writeRow([...names, numberName]), ...lines], removedRows: [...removed] }
}

const isNewlyTelling = ({ type, position }: Retype, column: number) =>
  isPersonType(type) && position === column

async function storeLines({ db, store }: CheckDeps, lines: readonly string[]): Promise<PinnedObject> {
  const key = `accepted/${randomUUID()}`
  const body = Buffer.from(lines.join(''))
  await trashUnlessKept(db, [key])
  await store.write(key, body, { contentType: partLimits.contentType, bytes: body.length })
  const object = await store.head(key)
  if (!object) throw new Error('The file of a part was not stored.')
  return object
}
