import type { SurveyStatus } from '@inlet/contract'
import type { Principal } from '../../platform/auth/principal.ts'
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { keepObjects } from '../uploads/uploads.public.ts'
import { importSurvey } from './import-survey.job.ts'
import { requireOpenSurvey } from './open-survey.ts'
import { nextSurveyStatus } from './survey.state.ts'
import { repinMedia } from './survey-media.repo.ts'
import { acceptParts } from './survey-parts.repo.ts'
import { lockSurvey, type Survey, startImport } from './surveys.repo.ts'
import { type Arrived, type Awaited, keysOf, listAwaited, takeOver } from './take-over-uploads.ts'

export interface CompleteDeps {
  db: Db
  store: ObjectStore
  enqueue: Enqueue
}

/** The store is asked before the survey is locked; when something has changed since, it is asked again. */
const tries = 5

/** `isStarted` is true for the one call that started the import. */
export async function completeSurvey(
  deps: CompleteDeps,
  principal: Principal,
  uploadKey: string,
): Promise<{ status: SurveyStatus; isStarted: boolean }> {
  for (let i = 0; i < tries; i += 1) {
    const survey = await requireOpenSurvey(deps.db, principal, uploadKey)
    if (survey.status === 'FAILED') {
      throw new AppError('survey_failed', { body: { error_details: survey.error_details } })
    }
    if (!nextSurveyStatus(survey.status, 'complete')) return { status: survey.status, isStarted: false }
    const awaited = await listAwaited(deps.db, survey.id)
    const arrived = await takeOver(deps, survey.id, awaited)
    if (arrived && (await start(deps, survey, awaited, arrived))) {
      return { status: 'VALIDATING', isStarted: true }
    }
  }
  throw new AppError('survey_incomplete', {
    message:
      'Files were being replaced while they were checked. Wait until the uploads have finished, then call complete again.',
  })
}

/** False when the survey is no longer what was looked at. */
function start(
  deps: CompleteDeps,
  survey: Survey,
  awaited: Awaited,
  { parts, media }: Arrived,
): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const status = await lockSurvey(tx, survey.id)
    if (!status || !nextSurveyStatus(status, 'complete')) return false
    if (!(await isStill(tx, survey.id, awaited))) return false
    await acceptParts(tx, survey.id, parts)
    await repinMedia(tx, survey.id, media)
    await startImport(tx, survey.id)
    await keepObjects(
      tx,
      parts.map(({ object }) => object.key),
    )
    await deps.enqueue(
      tx,
      importSurvey,
      { v: 1, surveyId: survey.id },
      { teamId: survey.team_id, key: String(survey.id) },
    )
    return true
  })
}

/** A retry gives an upload another key, and a registration adds one: the keys tell of both. */
async function isStill(tx: Tx, surveyId: number, before: Awaited): Promise<boolean> {
  const now = await listAwaited(tx, surveyId)
  const keys = new Set(keysOf([...now.parts, ...now.media]))
  const seen = keysOf([...before.parts, ...before.media])
  return keys.size === seen.length && seen.every((key) => keys.has(key))
}
