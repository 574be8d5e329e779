import type { Principal } from '../../../platform/auth/principal.ts'
import { type Db, inTransaction } from '../../../platform/db/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { hasForbiddenCharacters, trashNow } from '../../uploads/uploads.public.ts'
import { requireOpenSurvey } from '../open-survey.ts'
import { mediaNameKey } from '../survey.policy.ts'
import { canWithdrawMedia } from '../survey.state.ts'
import { lockSurvey } from '../surveys.repo.ts'
import { deleteWithdrawnMedia } from './replace-media.repo.ts'
import { findMedia } from './survey-media.repo.ts'

/**
 * Allowed in any state of the upload, which does not change. A concurrent complete notices the missing file and checks
 * again; linking processes UPLOADED files only, which cannot be withdrawn.
 */
export async function withdrawMedia(
  { db }: { db: Db },
  principal: Principal,
  input: { uploadKey: string; filename: string },
): Promise<void> {
  const survey = await requireOpenSurvey(db, principal, input.uploadKey)
  const key = mediaNameKey(input.filename)
  if (hasForbiddenCharacters(key)) throw new AppError('media_not_found')
  await inTransaction(db, async (tx) => {
    if (!(await lockSurvey(tx, survey.id))) throw new AppError('survey_not_found')
    const media = await findMedia(tx, survey.id, key)
    if (!media) throw new AppError('media_not_found')
    if (!canWithdrawMedia(media.status)) throw new AppError('media_not_withdrawable')
    await deleteWithdrawnMedia(tx, media.id)
    await trashNow(tx, [...new Set([media.upload_key, media.object_key ?? media.upload_key])])
  })
}
