import { setTimeout as sleep } from 'node:timers/promises'
import type { BegunSurvey } from '@inlet/contract'
import type { Principal } from '../../platform/auth/principal.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Remember } from '../../platform/idempotency/run-once.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { type QuotaConfig, requireFreeStorage } from '../team/team.public.ts'
import { newUploadKey } from '../uploads/uploads.public.ts'
import { describeParts } from './describe-survey-uploads.ts'
import { requireOpenSurvey } from './open-survey.ts'
import { nextSurveyStatus } from './survey.state.ts'
import { viewBegunSurvey } from './survey.view.ts'
import { insertParts } from './survey-parts.repo.ts'
import { lockForAppend, readReceiptTime, startAppend } from './surveys.repo.ts'

export interface AppendSurvey {
  uploadKey: string
  numParts: number
  /** Milliseconds since the request arrived in this process. */
  elapsedMs: () => number
}

export interface AppendedParts {
  firstNumber: number
  /** Of all parts, with the new ones. */
  partCount: number
}

/**
 * Delays the successful response briefly. A request that arrives before the response cannot know about the append and gets
 * 409; one that arrives later gets 400. Without the delay the two are indistinguishable, because a concurrent request may
 * wait in a socket longer than an append takes.
 */
const answerAfterMs = 250

export async function appendSurvey(
  deps: { db: Db; store: ObjectStore; config: QuotaConfig; remember?: Remember<AppendedParts> },
  principal: Principal,
  { uploadKey, numParts, elapsedMs }: AppendSurvey,
): Promise<BegunSurvey> {
  const survey = await requireOpenSurvey(deps.db, principal, uploadKey)
  await requireFreeStorage(deps, survey.team_id)
  const keys = Array.from({ length: numParts }, newUploadKey)
  const before = await inTransaction(deps.db, async (tx) => {
    // Measured before the lock, which may take long.
    const receivedAt = await readReceiptTime(tx, elapsedMs)
    const state = await lockForAppend(tx, survey.id, receivedAt)
    if (!state) throw new AppError('survey_not_found')
    if (!nextSurveyStatus(state.status, 'append')) {
      throw new AppError(state.is_overtaken ? 'append_conflict' : 'survey_not_completed')
    }
    await insertParts(tx, survey.id, state.last_part_number + 1, keys)
    const partCount = state.part_count + numParts
    await deps.remember?.(tx, { firstNumber: state.last_part_number + 1, partCount })
    await startAppend(tx, survey.id, { addedParts: numParts, answerAfterMs })
    return state
  })
  const parts = keys.map((upload_key, i) => ({ number: before.last_part_number + 1 + i, upload_key }))
  const [descriptors] = await Promise.all([describeParts(deps.store, parts), sleep(answerAfterMs)])
  return viewBegunSurvey(
    { ...survey, status: 'AWAITING_UPLOAD', part_count: before.part_count + numParts },
    descriptors,
  )
}
