import type { PartDescriptor } from '@inlet/contract'
import type { Principal } from '../../platform/auth/principal.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Remember } from '../../platform/idempotency/run-once.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { newUploadKey, trashNow } from '../uploads/uploads.public.ts'
import { describePart } from './describe-survey-uploads.ts'
import { requireOpenSurvey } from './open-survey.ts'
import { readPartNumber } from './survey.policy.ts'
import { nextPartStatus, nextSurveyStatus } from './survey.state.ts'
import { findPart, resetPart } from './survey-parts.repo.ts'
import { lockSurvey, waitAgain } from './surveys.repo.ts'

/** The part gets a new key, so that uploads to an earlier descriptor are ignored. */
export async function retryPart(
  deps: { db: Db; store: ObjectStore; remember?: Remember<object> },
  principal: Principal,
  input: { uploadKey: string; partNumber: string },
): Promise<PartDescriptor> {
  const survey = await requireOpenSurvey(deps.db, principal, input.uploadKey)
  const number = readPartNumber(input.partNumber)
  if (number === undefined) throw new AppError('part_not_found')
  const upload_key = newUploadKey()
  const descriptor = await describePart(deps.store, { number, upload_key })
  await inTransaction(deps.db, async (tx) => {
    const status = await lockSurvey(tx, survey.id)
    if (!status) throw new AppError('survey_not_found')
    const part = await findPart(tx, survey.id, number)
    if (!part) throw new AppError('part_not_found')
    if (!nextPartStatus(part.status, 'retry')) throw new AppError('part_processed')
    if (!nextSurveyStatus(status, 'retryPart')) throw new AppError('part_not_retryable')
    await resetPart(tx, survey.id, number, upload_key)
    await waitAgain(tx, survey.id)
    await trashNow(tx, [part.upload_key, part.object_key ?? []].flat())
    await deps.remember?.(tx, {})
  })
  return descriptor
}
