import type { MediaDescriptor } from '@inlet/contract'
import type { Principal } from '../../../platform/auth/principal.ts'
import { type Db, inTransaction } from '../../../platform/db/database.ts'
import { AppError, invalidField } from '../../../platform/errors.ts'
import type { Remember } from '../../../platform/idempotency/run-once.ts'
import type { ObjectStore } from '../../../platform/object-store/object-store.ts'
import {
  forbiddenCharactersMessage,
  hasForbiddenCharacters,
  newUploadKey,
  trashNow,
} from '../../uploads/uploads.public.ts'
import { describeMedia } from '../describe-survey-uploads.ts'
import { requireOpenSurvey } from '../open-survey.ts'
import { conversionSource, type MediaName, mediaNameKey, readMediaNames } from '../survey.policy.ts'
import { canRetryMedia } from '../survey.state.ts'
import { keepWaiting, lockSurvey } from '../surveys.repo.ts'
import { isNameTaken, supersedeMedia } from './replace-media.repo.ts'
import { findMedia, resetMedia } from './survey-media.repo.ts'

/**
 * Allowed in any state of the upload; after the import the file is linked as soon as it is noticed. With `newName` the
 * replacement has that name.
 */
export async function retryMedia(
  deps: { db: Db; store: ObjectStore; remember?: Remember<object> },
  principal: Principal,
  input: { uploadKey: string; filename: string; newName?: string | undefined },
): Promise<MediaDescriptor> {
  const newName = input.newName === undefined ? undefined : readNewName(input.newName)
  const survey = await requireOpenSurvey(deps.db, principal, input.uploadKey)
  const key = mediaNameKey(input.filename)
  // Such a name cannot be registered, and PostgreSQL rejects parameters with NUL.
  if (hasForbiddenCharacters(key)) throw new AppError('media_not_found')
  const uploadKey = newUploadKey()
  const descriptor = await describeMedia(deps.store, { filename: '', upload_key: uploadKey })
  const filename = await inTransaction(deps.db, async (tx) => {
    if (!(await lockSurvey(tx, survey.id))) throw new AppError('survey_not_found')
    const media = await findMedia(tx, survey.id, key)
    if (!media) throw new AppError('media_not_found')
    if (!canRetryMedia(media.status, media.hasFailedRecording)) throw new AppError('media_not_retryable')
    const name = newName ?? media
    if (await isNameTaken(tx, survey.id, name.key, media.id)) throw nameTaken()
    const next = { ...name, convertedFrom: conversionSource(media, name.key), uploadKey }
    if (media.status !== 'LINKED') {
      await resetMedia(tx, media.id, next)
      await trashNow(tx, [...new Set([media.upload_key, media.object_key ?? media.upload_key])])
    } else if (!(await supersedeMedia(tx, media.id, next))) throw new AppError('media_not_retryable')
    await keepWaiting(tx, survey.id)
    await deps.remember?.(tx, {})
    return name.filename
  })
  return { ...descriptor, filename }
}

const nameTaken = () =>
  new AppError('invalid_request', {
    message: 'Another media file of this upload has that name. Choose another name, or retry that file.',
    body: { details: [{ field: 'filename', message: 'is the name of another media file of this upload' }] },
  })

function readNewName(filename: string): MediaName {
  if (hasForbiddenCharacters(filename)) throw invalidField('filename', forbiddenCharactersMessage)
  const { names, problems } = readMediaNames([filename])
  const [name] = names
  if (!name) throw invalidField('filename', problems[0]?.message ?? 'is not a name')
  return name
}
