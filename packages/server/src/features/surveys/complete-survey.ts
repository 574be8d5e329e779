import type { SurveyStatus } from '@inlet/contract'
import type { Principal } from '../../platform/auth/principal.ts'
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Remember } from '../../platform/idempotency/run-once.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { type QuotaConfig, requireWithinQuota } from '../team/team.public.ts'
import { forgetUploads, keepObjects, underClaim, whileClaimed } from '../uploads/uploads.public.ts'
import {
  type AcceptedUploads,
  acceptUploads,
  type ExpectedUploads,
  keysOf,
  listExpectedUploads,
} from './accept-survey-uploads.ts'
import { importSurvey } from './import/import-survey.job.ts'
import { repinMedia } from './media/survey-media.repo.ts'
import { requireOpenSurvey } from './open-survey.ts'
import { nextSurveyStatus } from './survey.state.ts'
import { acceptParts } from './survey-parts.repo.ts'
import { isSurveyDeleted, lockSurvey, type Survey, startImport } from './surveys.repo.ts'

export interface CompleteDeps {
  db: Db
  store: ObjectStore
  enqueue: Enqueue
  config: QuotaConfig
  remember?: Remember<object>
}

/** Queries the store before locking the survey, and again when the survey changed in between. */
const maxAttempts = 5

interface Completion {
  status: SurveyStatus
  /** True only for the call that started the import. */
  isStarted: boolean
}

export function completeSurvey(
  deps: CompleteDeps,
  principal: Principal,
  uploadKey: string,
): Promise<Completion> {
  const readCompletable = () => requireCompletable(deps.db, principal, uploadKey)
  return whileClaimed(async () => {
    const survey = await readCompletable()
    if (!nextSurveyStatus(survey.status, 'complete')) return { status: survey.status, isStarted: false }
    return underClaim(deps.db, `survey/${survey.id}`, () => acceptAndStart(deps, readCompletable))
  })
}

async function requireCompletable(db: Db, principal: Principal, uploadKey: string): Promise<Survey> {
  const survey = await requireOpenSurvey(db, principal, uploadKey)
  if (survey.status === 'FAILED') {
    throw new AppError('survey_failed', { body: { error_details: survey.error_details } })
  }
  return survey
}

async function acceptAndStart(
  deps: CompleteDeps,
  readCompletable: () => Promise<Survey>,
): Promise<Completion> {
  for (let i = 0; i < maxAttempts; i += 1) {
    // The call that held the claim before may have started it.
    const survey = await readCompletable()
    if (!nextSurveyStatus(survey.status, 'complete')) return { status: survey.status, isStarted: false }
    const expected = await listExpectedUploads(deps.db, survey.id)
    const accepted = await acceptUploads(deps, survey.id, expected)
    if (accepted && (await start(deps, survey, expected, accepted))) {
      return { status: 'VALIDATING', isStarted: true }
    }
  }
  throw new AppError('survey_incomplete', {
    message:
      'Files were being replaced while they were checked. Wait until the uploads have finished, then call complete again.',
  })
}

/** False when the survey has changed since its uploads were checked. */
function start(
  deps: CompleteDeps,
  survey: Survey,
  expected: ExpectedUploads,
  { parts, media }: AcceptedUploads,
): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const status = await lockSurvey(tx, survey.id)
    if (!status || !nextSurveyStatus(status, 'complete')) return false
    if (await isSurveyDeleted(tx, survey.id)) return false
    if (!(await uploadsUnchanged(tx, survey.id, expected))) return false
    await acceptParts(tx, survey.id, parts)
    await repinMedia(tx, survey.id, media)
    await forgetUploads(
      tx,
      media.map(({ key }) => key),
    )
    await requireWithinQuota(tx, survey.team_id, deps.config)
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
    await deps.remember?.(tx, {})
    return true
  })
}

/** A retry changes an upload key and a registration adds one, so comparing keys detects both. */
async function uploadsUnchanged(tx: Tx, surveyId: number, before: ExpectedUploads): Promise<boolean> {
  const now = await listExpectedUploads(tx, surveyId)
  const keys = new Set(keysOf([...now.parts, ...now.media]))
  const known = keysOf([...before.parts, ...before.media])
  return keys.size === known.length && known.every((key) => keys.has(key))
}
