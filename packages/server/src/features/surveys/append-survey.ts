import { setTimeout as sleep } from 'node:timers/promises'
import type { BegunSurvey } from '@inlet/contract'
import type { Principal } from '../../platform/auth/principal.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
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
  /** Milliseconds since the call reached this process. */
  elapsedMs: () => number
}

/**
 * The winner's answer is held back for a moment. Whoever calls before it has been given cannot know of it, and
 * is told so by 409; whoever calls after it should know, and is told by 400. Without the pause the two could not
 * be told apart: a rival's call may wait longer in a socket than an append takes.
 */
const answerAfterMs = 250

export async function appendSurvey(
  deps: { db: Db; store: ObjectStore },
  principal: Principal,
  { uploadKey, numParts, elapsedMs }: AppendSurvey,
): Promise<BegunSurvey> {
  const survey = await requireOpenSurvey(deps.db, principal, uploadKey)
  const keys = Array.from({ length: numParts }, newUploadKey)
  const partCount = await inTransaction(deps.db, async (tx) => {
    // Before the lock, which may be a long wait.
    const receivedAt = await readReceiptTime(tx, elapsedMs)
    const state = await lockForAppend(tx, survey.id, receivedAt)
    if (!state) throw new AppError('survey_not_found')
    if (!nextSurveyStatus(state.status, 'append')) {
      throw new AppError(state.is_overtaken ? 'append_conflict' : 'survey_not_completed')
    }
    await insertParts(tx, survey.id, state.part_count + 1, keys)
    await startAppend(tx, survey.id, { addedParts: numParts, answerAfterMs })
    return state.part_count
  })
  const parts = keys.map((upload_key, i) => ({ number: partCount + 1 + i, upload_key }))
  const [descriptors] = await Promise.all([describeParts(deps.store, parts), sleep(answerAfterMs)])
  return viewBegunSurvey(
    { ...survey, status: 'AWAITING_UPLOAD', part_count: partCount + numParts },
    descriptors,
  )
}
