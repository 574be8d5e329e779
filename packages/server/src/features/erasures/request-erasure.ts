import type { EraseRespondent } from '@inlet/contract'
import type { Principal } from '../../platform/auth/principal.ts'
import { requireAdmin } from '../../platform/auth/require-admin.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import type { Remember } from '../../platform/idempotency/run-once.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import { auditChange } from '../audit/audit.public.ts'
import { findPerson } from '../responses/responses.public.ts'
import { requireOpenSurvey } from '../surveys/surveys.public.ts'
import { eraseRespondentJob } from './erase-respondent.job.ts'
import { insertErasure, type NewErasure } from './erasures.repo.ts'

export interface RequestedErasure {
  erasureKey: string
}

export interface RequestDeps {
  db: Db
  enqueue: Enqueue
  remember?: Remember<RequestedErasure>
}

/** An unknown address is accepted as well, so that the response does not reveal who responded. */
export async function requestErasure(
  deps: RequestDeps,
  principal: Principal,
  request: EraseRespondent,
): Promise<RequestedErasure> {
  requireTeamAdmin(principal)
  const person = await readPerson(deps.db, principal, request)
  return inTransaction(deps.db, async (tx) => {
    const { id, key } = await insertErasure(tx, person)
    await deps.enqueue(
      tx,
      eraseRespondentJob,
      { v: 1, erasureId: id },
      { teamId: principal.teamId, key: String(id) },
    )
    await auditChange(tx, principal, { action: 'respondents.erase', subject: `erasure ${key}` })
    await deps.remember?.(tx, { erasureKey: key })
    return { erasureKey: key }
  })
}

/** A team key has no role of its own. */
export function requireTeamAdmin(principal: Principal): void {
  if (principal.kind !== 'personal') throw new AppError('admins_only')
  requireAdmin(principal)
}

async function readPerson(
  db: Db,
  principal: Principal,
  { email, upload_key: uploadKey, respondent_id: respondentId }: EraseRespondent,
): Promise<NewErasure> {
  const { teamId } = principal
  if (email !== undefined) {
    if (uploadKey !== undefined || respondentId !== undefined)
      throw invalidField('email', 'cannot be combined with upload_key and respondent_id')
    return { teamId, email: readEmail(email), surveyId: null, respondentId: null }
  }
  if (uploadKey === undefined)
    throw invalidField('email', 'is required unless upload_key and respondent_id are given')
  if (respondentId === undefined) throw invalidField('respondent_id', 'is required with upload_key')
  const survey = await requireOpenSurvey(db, principal, uploadKey)
  if (!(await findPerson(db, survey.id, respondentId)))
    throw new AppError('not_found', {
      message: 'The survey has no such respondent. Check the respondent_id.',
    })
  return { teamId, email: null, surveyId: survey.id, respondentId }
}

function readEmail(email: string): string {
  const address = email.trim().toLowerCase()
  // PostgreSQL rejects parameters with NUL.
  if (!/^[^\s@\0]+@[^\s@\0]+$/.test(address)) throw invalidField('email', 'must be an e-mail address')
  return address
}
