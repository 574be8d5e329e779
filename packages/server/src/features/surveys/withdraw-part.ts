import type { Principal } from '../../platform/auth/principal.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import { trashNow } from '../uploads/uploads.public.ts'
import { importSurvey } from './import/import-survey.job.ts'
import { requireOpenSurvey } from './open-survey.ts'
import { readPartNumber } from './survey.policy.ts'
import { isPartWithdrawable, statusAfterWithdrawal } from './survey.state.ts'
import { deletePart, findPart } from './survey-parts.repo.ts'
import { countWithdrawal, lockForWithdrawal } from './surveys.repo.ts'

/** Part numbers are not reused, so a late upload or repeated call never affects another part. */
export async function withdrawPart(
  deps: { db: Db; enqueue: Enqueue },
  principal: Principal,
  input: { uploadKey: string; partNumber: string },
): Promise<void> {
  const survey = await requireOpenSurvey(deps.db, principal, input.uploadKey)
  const number = readPartNumber(input.partNumber)
  if (number === undefined) throw new AppError('part_not_found')
  await inTransaction(deps.db, async (tx) => {
    const state = await lockForWithdrawal(tx, survey.id)
    if (!state) throw new AppError('survey_not_found')
    const part = await findPart(tx, survey.id, number)
    if (!part) throw new AppError('part_not_found')
    if (!isPartWithdrawable(part.status)) throw new AppError('part_processed')
    const left = await deletePart(tx, survey.id, number)
    const status = statusAfterWithdrawal(state.status, {
      isFailedPart: state.failed_part === number,
      openParts: left.open,
      wasCompleted: state.was_completed,
      hasUnfinishedWork: left.has_unfinished_work,
    })
    if (!status) throw new AppError('part_not_withdrawable')
    if (left.parts === 0) throw new AppError('only_part')
    await countWithdrawal(tx, survey.id, status)
    await trashNow(tx, [part.upload_key, part.object_key ?? []].flat())
    if (status !== 'PROCESSING') return
    await deps.enqueue(
      tx,
      importSurvey,
      { v: 1, surveyId: survey.id },
      { teamId: survey.team_id, key: String(survey.id) },
    )
  })
}
