/** Imports a survey from VALIDATING to COMPLETED or FAILED. A restarted job resumes after the last committed part. */
import { inTransaction } from '../../../platform/db/database.ts'
import type { Attempt } from '../../../platform/jobs/attempt.ts'
import type { Enqueue } from '../../../platform/jobs/enqueue.ts'
import type { JobPayload } from '../../../platform/jobs/job.ts'
import type { ObjectStore } from '../../../platform/object-store/object-store.ts'
import { indexNotes } from '../../responses/responses.public.ts'
import { linkSurveyMedia } from '../media/link-survey-media.ts'
import { fillPanel } from './add-participants.ts'
import { type ImportDeps, importParts } from './import-parts.ts'
import type { importSurvey } from './import-survey.job.ts'
import { type PartFailure, uploadGone } from './part-failures.ts'
import { rereadSurvey } from './reread-survey.ts'
import {
  failSurvey,
  findSurveyToImport,
  finishSurvey,
  listPartsToImport,
  type PartToImport,
  type SurveyToImport,
  startProcessing,
} from './survey-import.repo.ts'

const headsAtOnce = 8

export type ImportSurveyDeps = ImportDeps & { enqueue: Enqueue }

export async function handleImportSurvey(
  deps: ImportSurveyDeps,
  { surveyId }: JobPayload<typeof importSurvey>,
  attempt: Attempt,
): Promise<void> {
  const survey = await findSurveyToImport(deps.db, surveyId)
  if (!survey) return
  if (survey.retype) await rereadSurvey(deps, survey, survey.retype, attempt)
  const parts = await listPartsToImport(deps.db, surveyId)
  const failure = (await validate(deps, survey, parts)) ?? (await importParts(deps, survey, parts, attempt))
  if (failure) return saveFailure(deps, surveyId, failure, attempt)
  if (survey.addToResearchPanel) await fillPanel(deps, survey, attempt)
  await finish(deps, survey, attempt)
}

/** Checks all parts before reading the first, so that a missing one is reported immediately. */
async function validate(
  deps: ImportDeps,
  survey: SurveyToImport,
  parts: readonly PartToImport[],
): Promise<PartFailure | undefined> {
  if (survey.status !== 'VALIDATING') return undefined
  for (let start = 0; start < parts.length; start += headsAtOnce) {
    const some = parts.slice(start, start + headsAtOnce)
    const areThere = await Promise.all(some.map(({ object }) => isThere(deps.store, object)))
    const gone = some.find((_, i) => !areThere[i])
    if (gone) return uploadGone(gone.number)
  }
  await inTransaction(deps.db, (tx) => startProcessing(tx, survey.id))
  return undefined
}

async function isThere(store: ObjectStore, object: PartToImport['object']): Promise<boolean> {
  if (!object) return false
  const found = await store.head(object.key)
  return found?.etag === object.etag
}

async function saveFailure(
  deps: ImportDeps,
  surveyId: number,
  failure: PartFailure,
  attempt: Attempt,
): Promise<void> {
  attempt.log.info({ failure: failure.code, part: failure.part_number }, 'part cannot be imported')
  await inTransaction(deps.db, async (tx) => {
    await failSurvey(tx, surveyId, failure)
    await attempt.complete(tx)
  })
}

/** Also links media that arrive while others are linked, before the survey completes. */
async function finish(deps: ImportSurveyDeps, survey: SurveyToImport, attempt: Attempt): Promise<void> {
  for (;;) {
    attempt.signal.throwIfAborted()
    await linkSurveyMedia(deps, survey, attempt)
    const isComplete = await inTransaction(deps.db, async (tx) => {
      if (!(await finishSurvey(tx, survey.id))) return false
      await deps.enqueue(
        tx,
        indexNotes,
        { v: 1, surveyId: survey.id },
        { teamId: survey.teamId, key: String(survey.id) },
      )
      await attempt.complete(tx)
      return true
    })
    if (isComplete) return
  }
}
