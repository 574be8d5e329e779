import type { Principal } from '../../../platform/auth/principal.ts'
import type { Db } from '../../../platform/db/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { isRecordKey } from '../../../platform/http/keys.ts'
import { type QuotaConfig, requireStorageFor } from '../../team/team.public.ts'
import { contentTypeOf, type UploadOwner, type UploadRule } from '../../uploads/uploads.public.ts'
import { requireOpenSurvey } from '../open-survey.ts'
import { mediaLimits } from '../survey.policy.ts'
import { nextMediaStatus } from '../survey.state.ts'
import { keepWaiting, lockSurvey } from '../surveys.repo.ts'
import { findMediaByKey, type Media, replaceMediaUpload } from './survey-media.repo.ts'

/** Forms of media files have no type; parts have none either, so the object gets that of its name. */
export const mediaRule = ({ key }: Pick<Media, 'key'>): UploadRule => ({
  ...mediaLimits,
  contentType: contentTypeOf(key),
  hasFormType: false,
})

/** The upload of a media file, while the file is PENDING; it can be read until it is accepted. */
export function mediaUploadOwner(
  deps: { db: Db; config: QuotaConfig },
  principal: Principal,
  { uploadKey, mediaKey }: { uploadKey: string; mediaKey: string },
): UploadOwner {
  const find = async (db: Db) => {
    const survey = await requireOpenSurvey(db, principal, uploadKey)
    const media = isRecordKey(mediaKey) ? await findMediaByKey(db, survey.id, mediaKey) : undefined
    if (!media) throw mediaNotFound()
    return { survey, media }
  }
  return {
    async require(purpose) {
      const { media } = await find(deps.db)
      const isPending = nextMediaStatus(media.status, 'find') !== undefined
      const isReadable = media.status === 'UPLOADED' && media.object_key === media.upload_key
      if (!isPending && !(purpose === 'read' && isReadable)) throw new AppError('media_not_retryable')
      return { key: media.upload_key, rule: mediaRule(media) }
    },
    checkSize: (bytes) => requireStorageFor(deps, principal.teamId, bytes),
    async replaceKey(tx, from, to) {
      const { survey, media } = await find(tx)
      await lockSurvey(tx, survey.id)
      return replaceMediaUpload(tx, media.id, from, to)
    },
    async keepWaiting() {
      const { survey } = await find(deps.db)
      await keepWaiting(deps.db, survey.id)
    },
  }
}

const mediaNotFound = () =>
  new AppError('media_not_found', {
    message: 'The upload has no such media file. Check the media_key from register or from the status.',
  })
