import { Type } from 'typebox'
import { defineJob } from '../../platform/jobs/job.ts'

/** Goes on with the first part that is not saved; each saved part gives it all its retries anew. */
export const importSurvey = defineJob({
  name: 'import-survey',
  payload: Type.Object({ v: Type.Literal(1), surveyId: Type.Integer() }),
  retryLimit: 120,
  retryDelaySeconds: 5,
  hasSteadyRetries: true,
  expireSeconds: 12 * 3600,
})
