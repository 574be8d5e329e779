import type { ColumnType, RetypedColumn } from '@inlet/contract'
import type { Principal } from '../../../platform/auth/principal.ts'
import { type Db, inTransaction } from '../../../platform/db/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { deleteJobs } from '../../../platform/jobs/delete-jobs.ts'
import type { Enqueue } from '../../../platform/jobs/enqueue.ts'
import { auditChange } from '../../audit/audit.public.ts'
import { indexNotes, listColumns } from '../../responses/responses.public.ts'
import { linkMedia } from '../media/link-media.job.ts'
import { requireOpenSurvey } from '../open-survey.ts'
import { nextSurveyStatus } from '../survey.state.ts'
import { importSurvey } from './import-survey.job.ts'
import { isPersonType, readColumnPosition } from './retype.policy.ts'
import { lockForRetype, startRetype } from './retype.repo.ts'

export interface RetypeInput {
  uploadKey: string
  position: string
  type: ColumnType
  /** May see names and e-mail addresses, which a column of another type would show to everybody. */
  maySeePeople: boolean
}

/** `isStarted` is true only for the call that started the change. */
export async function retypeColumn(
  deps: { db: Db; enqueue: Enqueue },
  principal: Principal,
  { uploadKey, position: positionText, type, maySeePeople }: RetypeInput,
): Promise<{ retyped: RetypedColumn; isStarted: boolean }> {
  const survey = await requireOpenSurvey(deps.db, principal, uploadKey)
  const position = readColumnPosition(positionText)
  const answerWith = (status: RetypedColumn['status'], isStarted: boolean) => ({
    retyped: { upload_key: survey.upload_key, status, position: position ?? 0, type },
    isStarted,
  })
  return inTransaction(deps.db, async (tx) => {
    const state = await lockForRetype(tx, survey.id)
    if (!state) throw new AppError('survey_not_found')
    if (position !== undefined && state.position === position && state.type === type)
      return answerWith(state.status, false)
    if (!nextSurveyStatus(state.status, 'retype')) throw new AppError('survey_not_retypable')
    const column = (await listColumns(tx, survey.id)).find((one) => one.position === position)
    if (!column || position === undefined) throw new AppError('column_not_found')
    if (column.type === type) return answerWith(state.status, false)
    // The key that sent the survey knows what is in it.
    const isSender = state.api_key_id !== null && state.api_key_id === principal.keyId
    if (isPersonType(column.type) && !isPersonType(type) && !maySeePeople && !isSender)
      throw new AppError('insufficient_scope', {
        message: `Column ${position} has names or e-mail addresses. Only the API key that imported the survey, or one with the scope participant:read, can make them readable.`,
        body: { required_scope: 'participant:read' },
      })
    const key = String(survey.id)
    // Running attempts must not write with the old type; the import enqueues both jobs again at its end.
    await deleteJobs(tx, [linkMedia, indexNotes], [key])
    await startRetype(tx, survey.id, { position, from: column.type, type })
    const details = { position, from: column.type, to: type }
    const subject = `survey ${survey.upload_key}`
    await auditChange(tx, principal, { action: 'surveys.retypeColumn', subject, details })
    await deps.enqueue(tx, importSurvey, { v: 1, surveyId: survey.id }, { teamId: survey.team_id, key })
    return answerWith('PROCESSING', true)
  })
}
