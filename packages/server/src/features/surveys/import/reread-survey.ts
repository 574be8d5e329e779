/**
 * Reads the parts of a survey again after a column was retyped. Each part is replaced in one transaction with the
 * progress, so an interrupted attempt continues with the next part.
 */
import { inCopyTransaction } from '../../../platform/db/copy.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Attempt } from '../../../platform/jobs/attempt.ts'
import { deleteStaleParticipants, renameParticipants } from '../../participants/participants.public.ts'
import {
  createOptionBook,
  createSeenEmails,
  deleteAllRespondents,
  listColumns,
  listOptions,
  type RetypedColumn,
  replaceColumn,
  replacePart,
  type SurveyColumn,
} from '../../responses/responses.public.ts'
import { fillPanel } from './add-participants.ts'
import { checkKeptParts } from './check-kept-parts.ts'
import type { ImportDeps } from './import-parts.ts'
import { openPart } from './open-part.ts'
import { placeKeptColumns } from './place-columns.ts'
import { readPart, type SurveyContent } from './read-part.ts'
import { changesMediaMatches, changesPeople } from './retype.policy.ts'
import {
  followRespondents,
  type KeptPart,
  listKeptParts,
  rematchMedia,
  resetPeopleOfParts,
  savePeopleOfPart,
  saveRetypeProgress,
  startReading,
} from './retype.repo.ts'
import { type HeaderOf, mappedHeader } from './survey-header.ts'
import type { Retype, SurveyToImport } from './survey-import.repo.ts'
import { createColumnTyping } from './type-survey-columns.ts'

export async function rereadSurvey(
  deps: ImportDeps,
  survey: SurveyToImport,
  retype: Retype,
  attempt: Attempt,
): Promise<void> {
  const headerOf = await mappedHeader(deps.db, survey)
  if (retype.step === 'check') {
    const columns = await listColumns(deps.db, survey.id)
    await checkKeptParts(deps, { surveyId: survey.id, retype, columns, headerOf }, attempt)
    await changeColumn(deps, survey, { retype, columns, headerOf }, attempt)
  }
  const readBefore = retype.step === 'read' ? retype.part : 0
  await readParts(deps, survey, { position: retype.position, after: readBefore, headerOf }, attempt)
  if (changesPeople(retype.from, retype.type)) await updatePanel(deps, survey, attempt)
  if (changesMediaMatches(retype.from, retype.type)) {
    await inTransaction(deps.db, async (tx) => {
      await followRespondents(tx, survey.id)
      await rematchMedia(tx, survey.id)
      await attempt.advance(tx)
    })
  }
}

interface ColumnChange {
  retype: Retype
  /** Types before the change. */
  columns: readonly SurveyColumn[]
  headerOf: HeaderOf
}

/** Respondents are matched again part by part, because a new address may change who is first. */
async function changeColumn(
  deps: ImportDeps,
  survey: SurveyToImport,
  change: ColumnChange,
  attempt: Attempt,
): Promise<void> {
  const { retype } = change
  const column = await typeColumn(deps, survey, change, attempt.signal)
  await inTransaction(deps.db, async (tx) => {
    await startReading(tx, survey.id)
    await replaceColumn(tx, survey.id, column)
    if (changesPeople(retype.from, retype.type)) {
      await deleteAllRespondents(tx, survey.id)
      await resetPeopleOfParts(tx, survey.id)
    }
    await attempt.advance(tx)
  })
}

/** As in a first import with this mapping: separator and date order come from the first rows. */
async function typeColumn(
  { db, store }: ImportDeps,
  survey: SurveyToImport,
  { retype, columns, headerOf }: ColumnChange,
  signal: AbortSignal,
): Promise<RetypedColumn> {
  const column = columns.find(({ position }) => position === retype.position)
  if (!column) throw new Error('The column to read again no longer exists.')
  const typing = createColumnTyping()
  let names: readonly string[] | undefined
  for (const part of await listKeptParts(db, survey.id, 0)) {
    const hasRows =
      part.object &&
      (await openPart(store, part.object, { signal, headerOf }, (csv) => {
        names ??= csv.names
        return typing.add(csv)
      }))
    if (hasRows) break
  }
  const [placed] = placeKeptColumns([column], names ?? [])
  const name = names?.[placed?.index ?? -1]
  const typed =
    placed && name !== undefined
      ? typing.columns({ columnMapping: { [name]: retype.type }, autoMap: false })[placed.index]
      : undefined
  return {
    ...column,
    noteCodes: [],
    ...typed,
    type: retype.type,
    position: column.position,
    name: column.name,
  }
}

async function readParts(
  deps: ImportDeps,
  survey: SurveyToImport,
  { position, after, headerOf }: { position: number; after: number; headerOf: HeaderOf },
  attempt: Attempt,
): Promise<void> {
  const content: SurveyContent = {
    survey,
    columns: await listColumns(deps.db, survey.id),
    options: createOptionBook(await listOptions(deps.db, survey.id)),
    headerOf: () => headerOf,
    isReread: true,
    ...(after === 0 && { seen: createSeenEmails() }),
  }
  for (const part of await listKeptParts(deps.db, survey.id, after)) {
    attempt.signal.throwIfAborted()
    await rereadPart(deps, content, { part, position }, attempt)
  }
}

async function rereadPart(
  deps: ImportDeps,
  content: SurveyContent,
  { part, position }: { part: KeptPart; position: number },
  attempt: Attempt,
): Promise<void> {
  const surveyId = content.survey.id
  const read = await readPart(deps.store, content, part, attempt.signal)
  // The files were checked, so this is a store error and the attempt is retried.
  if ('failure' in read) throw new Error(read.failure.message)
  const { rows } = read
  if (rows.rowCount !== part.rowCount)
    throw new Error(`Part ${part.number} has ${rows.rowCount} rows instead of ${part.rowCount}.`)
  await inCopyTransaction(deps.database, async (tx, copy) => {
    await saveRetypeProgress(tx, surveyId, { step: 'read', part: part.number })
    const newPeople = await replacePart(tx, copy, rows, { position, seen: content.seen })
    await savePeopleOfPart(tx, surveyId, part.number, newPeople)
    await attempt.advance(tx)
  })
}

async function updatePanel(deps: ImportDeps, survey: SurveyToImport, attempt: Attempt): Promise<void> {
  if (!survey.addToResearchPanel) return
  await inTransaction(deps.db, async (tx) => {
    await deleteStaleParticipants(tx, survey.id)
    await attempt.advance(tx)
  })
  await fillPanel(deps, survey, attempt, { isFromStart: true })
  await inTransaction(deps.db, async (tx) => {
    await renameParticipants(tx, survey.id)
    await attempt.advance(tx)
  })
}
