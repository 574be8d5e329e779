import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { isRecordKey } from '../../platform/http/keys.ts'
import { findOpenSurvey, findSnapshot, type Survey, type SurveySnapshot } from './surveys.repo.ts'

type Find<Found> = (db: Db, principal: Principal, uploadKey: string) => Promise<Found | undefined>

/** An upload without access is reported like one that does not exist. */
async function requireOpen<Found>(find: Find<Found>, db: Db, principal: Principal, uploadKey: string) {
  const found = isRecordKey(uploadKey) ? await find(db, principal, uploadKey) : undefined
  if (found === undefined) throw new AppError('survey_not_found')
  return found
}

export const requireOpenSurvey = (db: Db, principal: Principal, uploadKey: string): Promise<Survey> =>
  requireOpen(findOpenSurvey, db, principal, uploadKey)

export const requireSnapshot = (db: Db, principal: Principal, uploadKey: string): Promise<SurveySnapshot> =>
  requireOpen(findSnapshot, db, principal, uploadKey)
