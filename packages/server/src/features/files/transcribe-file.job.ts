import { Type } from 'typebox'
import { defineJob } from '../../platform/jobs/job.ts'

export const transcribeFile = defineJob({
  name: 'transcribe-file',
  payload: Type.Object({ v: Type.Literal(1), fileId: Type.Integer() }),
  // Each chunk that is kept renews them: an hour without any progress, then it ends.
  retryLimit: 720,
  retryDelaySeconds: 5,
  hasSteadyRetries: true,
  expireSeconds: 12 * 3600,
})
