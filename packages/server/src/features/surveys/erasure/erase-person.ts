/** Erases a person from one survey: answers, notes, search entries, media and uploaded files. */
import { type Db, inTransaction, type Tx } from '../../../platform/db/database.ts'
import { deleteExportsOfRecord } from '../../exports/exports.public.ts'
import {
  deleteRecordingJobs,
  deleteRecordings,
} from '../../recording-processing/recording-processing.public.ts'
import { eraseResponses, recordErasure } from '../../responses/responses.public.ts'
import { deleteTexts } from '../../search-index/search-index.public.ts'
import { trashNow } from '../../uploads/uploads.public.ts'
import { deleteMediaOf, dropPartObjects, type ErasedMedia, findProjectOf, lockToErase } from './erase.repo.ts'

export interface ErasedPerson {
  responses: number
  notes: number
  searchEntries: number
  media: number
  jobs: number
  objects: number
}

/** `busy` while a job processes the survey; undefined when the survey no longer exists. */
export function erasePerson(
  db: Db,
  surveyId: number,
  respondentIds: readonly number[],
  record?: (tx: Tx, erased: ErasedPerson) => Promise<void> | undefined,
): Promise<ErasedPerson | 'busy' | undefined> {
  return inTransaction(db, async (tx) => {
    // Projects are locked before their records.
    const projectId = await findProjectOf(tx, surveyId)
    if (projectId !== undefined) await deleteExportsOfRecord(tx, { kind: 'survey', id: surveyId, projectId })
    const survey = await lockToErase(tx, surveyId)
    if (!survey) return undefined
    if (survey.isBusy) return 'busy'
    const erased = await eraseResponses(tx, surveyId, respondentIds)
    const { responseIds, mediaNames: names } = erased
    const media = await deleteMediaOf(tx, surveyId, { respondentIds, responseIds, names })
    const ofMedia = await forgetMedia(tx, media)
    const keys = [...(await dropPartObjects(tx, surveyId, erased.partNumbers)), ...ofMedia.keys]
    await trashNow(tx, [...new Set(keys)])
    await recordErasure(
      tx,
      respondentIds.map((respondentId) => ({ surveyId, respondentId })),
    )
    const removed = {
      responses: responseIds.length,
      notes: erased.notes,
      searchEntries: erased.searchEntries + ofMedia.searchEntries,
      media: media.length,
      jobs: ofMedia.jobs,
      objects: keys.length,
    }
    await record?.(tx, removed)
    return removed
  })
}

/** Deletes recordings, transcripts and jobs of deleted media; returns all their object keys. */
export async function forgetMedia(
  tx: Tx,
  media: readonly ErasedMedia[],
): Promise<{ keys: string[]; jobs: number; searchEntries: number }> {
  const ids = media.map(({ id }) => id)
  const jobs = await deleteRecordingJobs(tx, 'media', ids)
  const recordings = media.flatMap(({ recording_ids }) => recording_ids)
  const spoken = await deleteTexts(tx, 'segment', recordings)
  const derived = await deleteRecordings(tx, recordings)
  const uploaded = media.flatMap(({ upload_key, object_key }) => [upload_key, object_key])
  return {
    keys: [...uploaded.filter((key) => key !== null), ...derived],
    jobs: jobs + spoken.jobs,
    searchEntries: spoken.searchEntries,
  }
}
