/** What the trash does with a survey. */
import type { Principal } from '../../platform/auth/principal.ts'
import type { Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { isRecordKey } from '../../platform/http/keys.ts'
import { deleteJobs } from '../../platform/jobs/delete-jobs.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import { setFileProject } from '../files/files.public.ts'
import { deleteRecordingJobs, resumeRecording } from '../recording-processing/recording-processing.public.ts'
import { indexNotes } from '../responses/responses.public.ts'
import { deleteSearchSources, deleteTexts } from '../search-index/search-index.public.ts'
import { eraseSurveyIn } from './erasure/erase-survey.ts'
import { importSurvey } from './import/import-survey.job.ts'
import { lockOpenSurvey } from './managed-surveys.repo.ts'
import { linkMedia } from './media/link-media.job.ts'
import { reindexSurvey } from './reindex-survey.ts'
import { viewSurveyRecord } from './survey.view.ts'
import {
  listSurveysAtWork,
  lockSurveyParts,
  setSurveyProject,
  type TrashedSurvey,
} from './survey-trash.repo.ts'

export const surveyTrash = {
  async lock(tx: Tx, principal: Principal, key: string) {
    const survey = isRecordKey(key) ? await lockOpenSurvey(tx, principal, key) : undefined
    if (!survey) throw new AppError('survey_not_found')
    const { id, team_id: teamId, project_id: projectId } = survey
    return { id, teamId, projectId, view: viewSurveyRecord(survey) }
  },

  async remove(tx: Tx, id: number, trashId: number) {
    const survey = await lockSurveyParts(tx, id)
    if (!survey) return
    await setSurveyProject(tx, id, trashId)
    await setFileProject(tx, survey.file_id, trashId)
    await cancelWork(tx, survey)
    await deleteTexts(
      tx,
      'segment',
      survey.media.flatMap(({ recording_id }) => recording_id ?? []),
    )
    await deleteJobs(tx, [indexNotes], [String(id)])
    await deleteSearchSources(tx, 'note', [id])
  },

  async restore(enqueue: Enqueue, tx: Tx, id: number, projectId: number) {
    const survey = await lockSurveyParts(tx, id)
    if (!survey) return
    await setSurveyProject(tx, id, projectId)
    await setFileProject(tx, survey.file_id, projectId)
    await reindexSurvey(enqueue, tx, survey)
    await resumeWork(enqueue, tx, survey)
  },

  async purge(tx: Tx, id: number) {
    await eraseSurveyIn(tx, id)
  },

  async cancelProject(tx: Tx, projectId: number) {
    for (const id of await listSurveysAtWork(tx, projectId)) {
      const survey = await lockSurveyParts(tx, id)
      if (survey) await cancelWork(tx, survey)
    }
  },

  async resumeProject(enqueue: Enqueue, tx: Tx, projectId: number) {
    for (const id of await listSurveysAtWork(tx, projectId)) {
      const survey = await lockSurveyParts(tx, id)
      if (survey) await resumeWork(enqueue, tx, survey)
    }
  },
}

/** Deletes jobs, so that running attempts cannot commit. */
async function cancelWork(tx: Tx, { id, media }: TrashedSurvey): Promise<void> {
  await deleteJobs(tx, [importSurvey, linkMedia], [String(id)])
  await deleteRecordingJobs(
    tx,
    'media',
    media.map((one) => one.id),
  )
}

/** Media files that are uploaded and not linked are found by the sweeper. */
async function resumeWork(enqueue: Enqueue, tx: Tx, survey: TrashedSurvey): Promise<void> {
  const { id, team_id: teamId, status, media } = survey
  if (status === 'VALIDATING' || status === 'PROCESSING')
    await enqueue(tx, importSurvey, { v: 1, surveyId: id }, { teamId, key: String(id) })
  for (const one of media) await resumeRecording(enqueue, tx, { owner: 'media', id: one.id })
}
