import type { SurveyInclude, SurveyUpload } from '@inlet/contract'
import type { Principal } from '../../platform/auth/principal.ts'
import { type NoticeDeps, noticeUploads } from './notice-uploads.ts'
import { requireSnapshot } from './open-survey.ts'
import { viewSurvey } from './survey.view.ts'
import { includeInStatus } from './survey-includes.ts'
import type { SurveySnapshot } from './surveys.repo.ts'

export async function getSurvey(
  deps: NoticeDeps,
  principal: Principal,
  uploadKey: string,
  include: ReadonlySet<SurveyInclude> = new Set(),
): Promise<SurveyUpload> {
  const survey = await readSnapshot(deps, principal, uploadKey)
  return { ...viewSurvey(survey), ...(await includeInStatus(deps.db, survey, include)) }
}

async function readSnapshot(
  deps: NoticeDeps,
  principal: Principal,
  uploadKey: string,
): Promise<SurveySnapshot> {
  const survey = await requireSnapshot(deps.db, principal, uploadKey)
  const pendingKeys = pendingKeysOf(survey)
  if (pendingKeys.length === 0) return survey
  const isNews = await noticeUploads(deps, { ...survey, pendingKeys })
  return isNews ? requireSnapshot(deps.db, principal, uploadKey) : survey
}

/** Other states expect no uploads, or need a retry first. */
function pendingKeysOf({ status, parts, media }: SurveySnapshot): string[] {
  if (status !== 'AWAITING_UPLOAD' && status !== 'COMPLETED') return []
  return [...parts, ...media].filter((one) => one.status === 'PENDING').map((one) => one.upload_key)
}
