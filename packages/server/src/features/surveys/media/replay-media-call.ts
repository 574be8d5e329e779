/** Answers to repeated calls with an Idempotency-Key, with descriptors for the current object keys. */
import type { MediaChoice, MediaDescriptor, RegisteredMediaFile } from '@inlet/contract'
import type { Principal } from '../../../platform/auth/principal.ts'
import type { Db } from '../../../platform/db/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ObjectStore } from '../../../platform/object-store/object-store.ts'
import { describeMedia } from '../describe-survey-uploads.ts'
import { requireOpenSurvey } from '../open-survey.ts'
import { mediaNameKey } from '../survey.policy.ts'
import { keepWaiting } from '../surveys.repo.ts'
import { redescribeRegistered } from './describe-registered.ts'
import { findMedia, listPendingMedia } from './survey-media.repo.ts'

interface Deps {
  db: Db
  store: ObjectStore
}

/** Without the files that have been uploaded since: a second upload could replace one that is already checked. */
export async function replayRegisteredMedia(
  { db, store }: Deps,
  principal: Principal,
  { uploadKey, files }: { uploadKey: string; files: readonly (string | MediaChoice)[] },
): Promise<RegisteredMediaFile[]> {
  const survey = await requireOpenSurvey(db, principal, uploadKey)
  await keepWaiting(db, survey.id)
  const names = files.map((file) => mediaNameKey(typeof file === 'string' ? file : file.filename))
  const media = await listPendingMedia(db, survey.id, names)
  return redescribeRegistered({ db, store }, { media, files })
}

export async function replayRetriedMedia(
  { db, store }: Deps,
  principal: Principal,
  input: { uploadKey: string; filename: string; newName?: string | undefined },
): Promise<MediaDescriptor> {
  const survey = await requireOpenSurvey(db, principal, input.uploadKey)
  const media = await findMedia(db, survey.id, mediaNameKey(input.newName ?? input.filename))
  if (!media) throw new AppError('media_not_found')
  await keepWaiting(db, survey.id)
  return describeMedia(store, media)
}
