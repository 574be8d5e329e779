/** Erases a survey with all derived data, in any state. */
import { type Db, inTransaction, type Tx } from '../../../platform/db/database.ts'
import { deleteJobs } from '../../../platform/jobs/delete-jobs.ts'
import { deleteParticipantsOfSurvey } from '../../participants/participants.public.ts'
import { deleteSurveyContent, indexNotes } from '../../responses/responses.public.ts'
import { deleteSearchSources } from '../../search-index/search-index.public.ts'
import { trashNow } from '../../uploads/uploads.public.ts'
import { importSurvey } from '../import/import-survey.job.ts'
import { linkMedia } from '../media/link-media.job.ts'
import { deleteAllMedia, deleteSurvey, listPartKeys, lockToErase } from './erase.repo.ts'
import { forgetMedia } from './erase-person.ts'

export interface ErasedSurvey {
  responses: number
  searchEntries: number
  participants: number
  media: number
  jobs: number
  objects: number
}

/**
 * Deletes its jobs, so that a running attempt cannot commit; objects it has written are in the trash table. Locks the
 * survey before the jobs, in the same order as imports.
 */
export function eraseSurvey(db: Db, surveyId: number): Promise<ErasedSurvey | undefined> {
  return inTransaction(db, (tx) => eraseSurveyIn(tx, surveyId))
}

export async function eraseSurveyIn(tx: Tx, surveyId: number): Promise<ErasedSurvey | undefined> {
  if (!(await lockToErase(tx, surveyId))) return undefined
  const jobs = await deleteJobs(tx, [importSurvey, linkMedia, indexNotes], [String(surveyId)])
  const parts = await listPartKeys(tx, surveyId)
  const media = await deleteAllMedia(tx, surveyId)
  const ofMedia = await forgetMedia(tx, media)
  const participants = await deleteParticipantsOfSurvey(tx, surveyId)
  const searchEntries = await deleteSearchSources(tx, 'note', [surveyId])
  const { responses } = await deleteSurveyContent(tx, surveyId)
  await deleteSurvey(tx, surveyId)
  const keys = [...new Set([...parts, ...ofMedia.keys])]
  await trashNow(tx, keys)
  return {
    responses,
    searchEntries: searchEntries + ofMedia.searchEntries,
    participants,
    media: media.length,
    jobs: jobs + ofMedia.jobs,
    objects: keys.length,
  }
}
