import { Type } from 'typebox'
import { defineJob } from '../../../platform/jobs/job.ts'

/** Resumes with the first unsaved part; each saved part renews the retries. */
export const importSurvey = defineJob({
  name: 'import-survey',
  payload: Type.Object({ v: Type.Literal(1), surveyId: Type.Integer() }),
  retryLimit: 120,
  retryDelaySeconds: 5,
  hasConstantRetryDelay: true,
  expireSeconds: 12 * 3600,
  opensUploads: true,
})
