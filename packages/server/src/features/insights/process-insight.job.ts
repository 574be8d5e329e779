import { Type } from 'typebox'
import { defineJob } from '../../platform/jobs/job.ts'

export const processInsight = defineJob({
  name: 'process-insight',
  payload: Type.Object({ v: Type.Literal(1), insightId: Type.Integer() }),
  // With backoff from 2 s, eight retries bridge eight minutes without the store, and a file that crashes its worker fails.
  retryLimit: 8,
  retryDelaySeconds: 2,
  expireSeconds: 30 * 60,
  opensUploads: true,
})
