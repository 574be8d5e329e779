/** Takes a person out of one survey: answers, notes, search, media and the files the rows came in. */
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import { deleteJobs } from '../../platform/jobs/delete-jobs.ts'
import { deleteRecordings } from '../recordings/recordings.public.ts'
import { eraseResponses } from '../responses/responses.public.ts'
import { deleteTexts } from '../search/search.public.ts'
import { trashNow } from '../uploads/uploads.public.ts'
import { deleteMediaOf, dropPartObjects, type ErasedMedia, lockToErase } from './erase.repo.ts'
import { processMedia } from './process-media.job.ts'
import { protectMedia } from './protect-media.job.ts'
import { transcribeMedia } from './transcribe-media.job.ts'

export interface ErasedPerson {
  responses: number
  notes: number
  searchEntries: number
  media: number
  jobs: number
  objects: number
}

/** `busy` while a job works on the survey; undefined when the survey is gone. */
export function erasePerson(
  db: Db,
  surveyId: number,
  respondentIds: readonly number[],
): Promise<ErasedPerson | 'busy' | undefined> {
  return inTransaction(db, async (tx) => {
    const survey = await lockToErase(tx, surveyId)
    if (!survey) return undefined
    if (survey.isBusy) return 'busy'
    const erased = await eraseResponses(tx, surveyId, respondentIds)
    const { responseIds, mediaNames: names } = erased
    const media = await deleteMediaOf(tx, surveyId, { respondentIds, responseIds, names })
    const ofMedia = await forgetMedia(tx, media)
    const keys = [...(await dropPartObjects(tx, surveyId, erased.partNumbers)), ...ofMedia.keys]
    await trashNow(tx, [...new Set(keys)])
    return {
      responses: responseIds.length,
      notes: erased.notes,
      searchEntries: erased.searchEntries + ofMedia.searchEntries,
      media: media.length,
      jobs: ofMedia.jobs,
      objects: keys.length,
    }
  })
}

/** Recordings, transcripts and jobs of media that are gone; the keys of all their objects. */
export async function forgetMedia(
  tx: Tx,
  media: readonly ErasedMedia[],
): Promise<{ keys: string[]; jobs: number; searchEntries: number }> {
  const ids = media.map(({ id }) => String(id))
  const jobs = await deleteJobs(tx, [processMedia, transcribeMedia, protectMedia], ids)
  const recordings = media.flatMap(({ recording_ids }) => recording_ids)
  const heard = await deleteTexts(tx, 'segment', recordings)
  const derived = await deleteRecordings(tx, recordings)
  const uploaded = media.flatMap(({ upload_key, object_key }) => [upload_key, object_key])
  return {
    keys: [...uploaded.filter((key) => key !== null), ...derived],
    jobs: jobs + heard.jobs,
    searchEntries: heard.searchEntries,
  }
}
