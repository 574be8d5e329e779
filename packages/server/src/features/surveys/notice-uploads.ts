/** Sees what has been uploaded, before a complete asks for it or after there is none to come. */
import type { SurveyStatus } from '@inlet/contract'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { ObjectStore, PinnedObject } from '../../platform/object-store/object-store.ts'
import { glanceAtUploads } from '../uploads/uploads.public.ts'
import { linkMedia } from './link-media.job.ts'
import { markMediaUploaded } from './survey-media.repo.ts'
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
  /** Upload keys of what has not been seen yet, parts and media alike. */
  pendingKeys: readonly string[]
}

/** A read must not become slow because the store is; what is not seen now is seen by the next. */
const glanceMs = 2_000

/** True when something was seen and written down. */
export async function noticeUploads(deps: NoticeDeps, survey: WaitingSurvey): Promise<boolean> {
  const objects = await glanceAtUploads(deps.store, survey.pendingKeys, glanceMs)
  if (objects.length === 0) return false
  await markUploaded(deps, survey, objects)
  return true
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
    // Before that a complete comes and links everything; after it nobody else would.
    if (survey.status !== 'COMPLETED' || newMedia === 0) return
    await deps.enqueue(
      tx,
      linkMedia,
      { v: 1, surveyId: survey.id },
      { teamId: survey.team_id, key: String(survey.id) },
    )
  })
}
