/** Removes a survey with everything that came of it, whatever is being done with it. */
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { deleteJobs } from '../../platform/jobs/delete-jobs.ts'
import { deletePanelistsOfSurvey } from '../participants/participants.public.ts'
import { deleteSurveyContent, indexNotes } from '../responses/responses.public.ts'
import { deleteSearchSources } from '../search/search.public.ts'
import { trashNow } from '../uploads/uploads.public.ts'
import { deleteAllMedia, deleteSurvey, listPartKeys, lockToErase } from './erase.repo.ts'
import { forgetMedia } from './erase-person.ts'
import { importSurvey } from './import-survey.job.ts'
import { linkMedia } from './link-media.job.ts'

export interface ErasedSurvey {
  responses: number
  searchEntries: number
  panelists: number
  media: number
  jobs: number
  objects: number
}

/**
 * Its jobs go with it: an attempt under way can then commit nothing more, and what it has stored waits in the trash. The
 * survey is locked before them, in the order in which imports do it.
 */
export function eraseSurvey(db: Db, surveyId: number): Promise<ErasedSurvey | undefined> {
  return inTransaction(db, async (tx) => {
    if (!(await lockToErase(tx, surveyId))) return undefined
    const jobs = await deleteJobs(tx, [importSurvey, linkMedia, indexNotes], [String(surveyId)])
    const parts = await listPartKeys(tx, surveyId)
    const media = await deleteAllMedia(tx, surveyId)
    const ofMedia = await forgetMedia(tx, media)
    const panelists = await deletePanelistsOfSurvey(tx, surveyId)
    const searchEntries = await deleteSearchSources(tx, 'note', [surveyId])
    const { responses } = await deleteSurveyContent(tx, surveyId)
    await deleteSurvey(tx, surveyId)
    const keys = [...new Set([...parts, ...ofMedia.keys])]
    await trashNow(tx, keys)
    return {
      responses,
      searchEntries: searchEntries + ofMedia.searchEntries,
      panelists,
      media: media.length,
      jobs: jobs + ofMedia.jobs,
      objects: keys.length,
    }
  })
}
