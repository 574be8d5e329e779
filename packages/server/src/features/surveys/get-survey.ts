import type { SurveyUpload } from '@inlet/contract'
import type { Principal } from '../../platform/auth/principal.ts'
import { type NoticeDeps, noticeUploads } from './notice-uploads.ts'
import { requireSnapshot } from './open-survey.ts'
import { viewSurvey } from './survey.view.ts'
import type { SurveySnapshot } from './surveys.repo.ts'

export async function getSurvey(
  deps: NoticeDeps,
  principal: Principal,
  uploadKey: string,
): Promise<SurveyUpload> {
  const survey = await requireSnapshot(deps.db, principal, uploadKey)
  const pendingKeys = pendingKeysOf(survey)
  if (pendingKeys.length === 0) return viewSurvey(survey)
  const isNews = await noticeUploads(deps, { ...survey, pendingKeys })
  return viewSurvey(isNews ? await requireSnapshot(deps.db, principal, uploadKey) : survey)
}

/** Other states have nothing to wait for, or wait for a retry first. */
function pendingKeysOf({ status, parts, media }: SurveySnapshot): string[] {
  if (status !== 'AWAITING_UPLOAD' && status !== 'COMPLETED') return []
  return [...parts, ...media].filter((one) => one.status === 'PENDING').map((one) => one.upload_key)
}
