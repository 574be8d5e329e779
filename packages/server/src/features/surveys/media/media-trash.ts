/** What the trash does with a media file of a survey. It is in a table of its own there (docs/adr/0094). */
import type { ManagedMedia } from '@inlet/contract'
import type { Principal } from '../../../platform/auth/principal.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { isRecordKey } from '../../../platform/http/keys.ts'
import type { Enqueue } from '../../../platform/jobs/enqueue.ts'
import {
  deleteRecordingJobs,
  resumeRecording,
} from '../../recording-processing/recording-processing.public.ts'
import { deleteTexts, reindexTexts } from '../../search-index/search-index.public.ts'
import { trashNow } from '../../uploads/uploads.public.ts'
import { deleteMedia } from '../erasure/erase.repo.ts'
import { forgetMedia } from '../erasure/erase-person.ts'
import {
  isNameReused,
  lockOpenMedia,
  lockTrashedMedia,
  type ManagedMediaRow,
  moveFromTrash,
  moveToTrash,
  recordPurge,
} from './media-trash.repo.ts'

export const mediaTrash = {
  async lock(tx: Tx, principal: Principal, key: string) {
    const media = isRecordKey(key) ? await lockOpenMedia(tx, principal, key) : undefined
    if (!media) throw new AppError('media_not_found', { message: noSuchMedia })
    if (media.is_being_replaced) throw new AppError('media_being_replaced')
    const { id, team_id: teamId, project_id: projectId } = media
    return { id, teamId, projectId, view: viewManagedMedia(media) }
  },

  async remove(tx: Tx, id: number) {
    const media = await moveToTrash(tx, id)
    if (!media) return
    await deleteRecordingJobs(tx, 'media', [id])
    if (media.recording_id !== null) await deleteTexts(tx, 'segment', [media.recording_id])
  },

  /** An uploaded file that is not linked yet is found by the sweeper. */
  async restore(enqueue: Enqueue, tx: Tx, id: number) {
    await lockTrashedMedia(tx, id)
    if (await isNameReused(tx, id)) throw new AppError('media_name_taken')
    const media = await moveFromTrash(tx, id)
    if (!media) return
    await resumeRecording(enqueue, tx, { owner: 'media', id })
    if (media.recording_id === null) return
    const sourceIds = [media.recording_id]
    await reindexTexts(enqueue, tx, { kind: 'segment', sourceIds, teamId: media.team_id })
  },

  async purge(tx: Tx, id: number) {
    await lockTrashedMedia(tx, id)
    await recordPurge(tx, id)
    const { keys } = await forgetMedia(tx, await deleteMedia(tx, id))
    await trashNow(tx, [...new Set(keys)])
  },
}

export const noSuchMedia = 'No such media file, or this API key has no access to it. Check the media_key.'

/** What identifies the state of a media file for If-Match. */
export const viewManagedMedia = (
  media: Omit<ManagedMediaRow, 'id' | 'survey_id' | 'team_id' | 'project_id' | 'is_being_replaced'>,
): ManagedMedia => ({
  media_key: media.media_key,
  upload_key: media.upload_key,
  filename: media.filename,
  status: media.status,
  media_level: media.media_level,
  response_id: media.response_id,
  created_at: media.created_at.toISOString(),
})
