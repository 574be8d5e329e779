import type { MediaDescriptor } from '@inlet/contract'
import type { Principal } from '../../platform/auth/principal.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { hasForbiddenCharacters, newUploadKey, trashNow } from '../uploads/uploads.public.ts'
import { describeMedia } from './describe-survey-uploads.ts'
import { requireOpenSurvey } from './open-survey.ts'
import { nextMediaStatus } from './survey.state.ts'
import { findMedia, resetMedia } from './survey-media.repo.ts'
import { keepWaiting, lockSurvey } from './surveys.repo.ts'

/** In any state of the upload: after its end the file is linked as soon as it is seen. */
export async function retryMedia(
  deps: { db: Db; store: ObjectStore },
  principal: Principal,
  input: { uploadKey: string; filename: string },
): Promise<MediaDescriptor> {
  const survey = await requireOpenSurvey(deps.db, principal, input.uploadKey)
  const filename = input.filename.normalize('NFC')
  // No such name can be registered, and the database could not even be asked for one with a NUL.
  if (hasForbiddenCharacters(filename)) throw new AppError('media_not_found')
  const upload_key = newUploadKey()
  const descriptor = await describeMedia(deps.store, { filename, upload_key })
  await inTransaction(deps.db, async (tx) => {
    if (!(await lockSurvey(tx, survey.id))) throw new AppError('survey_not_found')
    const media = await findMedia(tx, survey.id, filename)
    if (!media) throw new AppError('media_not_found')
    if (!nextMediaStatus(media.status, 'retry')) throw new AppError('media_not_retryable')
    await resetMedia(tx, survey.id, filename, upload_key)
    await keepWaiting(tx, survey.id)
    await trashNow(tx, [...new Set([media.upload_key, media.object_key ?? media.upload_key])])
  })
  return descriptor
}
