import { inTransaction } from '../../../platform/db/database.ts'
import type { Attempt } from '../../../platform/jobs/attempt.ts'
import type { JobPayload } from '../../../platform/jobs/job.ts'
import type { linkMedia } from './link-media.job.ts'
import { findMediaConfig, isMediaSettled } from './link-media.repo.ts'
import { type LinkDeps, linkSurveyMedia } from './link-survey-media.ts'

/** Safe during an import of the same survey: each file is linked once. */
export async function handleLinkMedia(
  deps: LinkDeps,
  { surveyId }: JobPayload<typeof linkMedia>,
  attempt: Attempt,
): Promise<void> {
  const survey = await findMediaConfig(deps.db, surveyId)
  if (!survey) return
  let isSettled = false
  while (!isSettled) {
    await linkSurveyMedia(deps, survey, attempt)
    isSettled = await inTransaction(deps.db, async (tx) => {
      if (!(await isMediaSettled(tx, surveyId))) return false
      await attempt.complete(tx)
      return true
    })
  }
}
