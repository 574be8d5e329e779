import { Type } from 'typebox'
import { defineJob } from '../../platform/jobs/job.ts'

export const importSurvey = defineJob({
  name: 'import-survey',
  payload: Type.Object({ v: Type.Literal(1), surveyId: Type.Integer() }),
  // Each saved part gives it all its tries anew; a hundred and twenty at the same spot outlast ten minutes.
  retryLimit: 120,
  retryDelaySeconds: 5,
  hasSteadyRetries: true,
  expireSeconds: 12 * 3600,
})
