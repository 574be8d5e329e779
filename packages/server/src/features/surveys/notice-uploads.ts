/** Notices uploads before complete, and media after the import. */
import type { SurveyStatus } from '@inlet/contract'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { ObjectStore, PinnedObject } from '../../platform/object-store/object-store.ts'
import { assembleUploads, findReceived, forgetUploads, headUploadsWithin } from '../uploads/uploads.public.ts'
import { linkMedia } from './media/link-media.job.ts'
import { markMediaUploaded } from './media/survey-media.repo.ts'
import { markPartsUploaded } from './survey-parts.repo.ts'
import { lockSurvey } from './surveys.repo.ts'

export interface NoticeDeps {
  db: Db
  store: ObjectStore
  enqueue: Enqueue
}

export interface WaitingSurvey {
  id: number
  team_id: number
  status: SurveyStatus
  /** Upload keys of parts and media that have not been found yet. */
  pendingKeys: readonly string[]
}

/** Limits the wait, so that reads stay fast when the store is slow; the next read finds the rest. */
const headTimeoutMs = 2_000

/** True when new uploads were found and saved. */
export async function noticeUploads(deps: NoticeDeps, survey: WaitingSurvey): Promise<boolean> {
  const objects = await headUploadsWithin(deps.store, survey.pendingKeys, headTimeoutMs)
  if (objects.length === 0) return false
  await markUploaded(deps, survey, objects)
  return true
}

/**
 * Media that are uploaded in parts after the import: no complete follows that would assemble them. Only the sweeper does
 * it, because it may take longer than a status read should.
 */
export async function noticeParts(deps: NoticeDeps, survey: WaitingSurvey): Promise<void> {
  await assembleUploads(deps.store, await findReceived(deps, survey.pendingKeys))
}

function markUploaded(deps: NoticeDeps, survey: WaitingSurvey, objects: PinnedObject[]): Promise<void> {
  return inTransaction(deps.db, async (tx) => {
    if ((await lockSurvey(tx, survey.id)) !== survey.status) return
    await markPartsUploaded(
      tx,
      survey.id,
      objects.map(({ key }) => key),
    )
    const newMedia = await markMediaUploaded(tx, survey.id, objects)
    await forgetUploads(
      tx,
      objects.map(({ key }) => key),
    )
    // Before that, complete links everything; afterwards only this does.
    if (survey.status !== 'COMPLETED' || newMedia === 0) return
    await deps.enqueue(
      tx,
      linkMedia,
      { v: 1, surveyId: survey.id },
      { teamId: survey.team_id, key: String(survey.id) },
    )
  })
}
