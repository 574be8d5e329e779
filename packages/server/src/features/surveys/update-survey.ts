import type { ManagedSurvey, RouteBody, updateSurvey as route } from '@inlet/contract'
import type { Principal } from '../../platform/auth/principal.ts'
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { requireMatch } from '../../platform/http/etag.ts'
import { isRecordKey } from '../../platform/http/keys.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import { auditChange } from '../audit/audit.public.ts'
import { changeFile } from '../files/files.public.ts'
import { rememberFormerProject, requireMoveTarget } from '../projects/projects.public.ts'
import { readRecordChanges } from '../uploads/uploads.public.ts'
import {
  changeSurvey,
  listSurveyRecordings,
  lockOpenSurvey,
  type ManagedSurveyRow,
} from './managed-surveys.repo.ts'
import { reindexSurvey } from './reindex-survey.ts'
import { viewSurveyRecord } from './survey.view.ts'

export interface UpdateSurvey {
  uploadKey: string
  changes: RouteBody<typeof route>
  ifMatch: string | undefined
}

export async function updateSurvey(
  { db, enqueue }: { db: Db; enqueue: Enqueue },
  principal: Principal,
  { uploadKey, changes, ifMatch }: UpdateSurvey,
): Promise<ManagedSurvey> {
  return inTransaction(db, async (tx) => {
    const survey = isRecordKey(uploadKey) ? await lockOpenSurvey(tx, principal, uploadKey) : undefined
    if (!survey) throw new AppError('survey_not_found')
    requireMatch(ifMatch, viewSurveyRecord(survey))
    const next = readRecordChanges(survey, changes)
    const isMoved = next.project_id !== survey.project_id
    if (isMoved) await requireSurveyTarget(tx, principal, survey, next.project_id)
    const changed = await changeSurvey(tx, survey.id, next)
    await changeFile(tx, survey.file_id, next)
    if (isMoved) {
      await rememberFormerProject(tx, { kind: 'survey', id: survey.id, projectId: survey.project_id })
      await reindexSurvey(enqueue, tx, changed)
    }
    const details = { fields: Object.keys(changes) }
    const subject = `survey ${survey.upload_key}`
    await auditChange(tx, principal, { action: 'surveys.update', subject, details })
    return viewSurveyRecord(changed)
  })
}

async function requireSurveyTarget(
  tx: Tx,
  principal: Principal,
  survey: ManagedSurveyRow,
  projectId: number,
): Promise<void> {
  const recordings = await listSurveyRecordings(tx, survey.id)
  await requireMoveTarget(
    tx,
    principal,
    projectId,
    recordings.map((one) => ({
      isProtected: one.is_protected,
      isHiddenByProject: one.is_hidden_by_project,
    })),
  )
}
