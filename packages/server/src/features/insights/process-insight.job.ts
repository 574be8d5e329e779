import { Type } from 'typebox'
import { defineJob } from '../../platform/jobs/job.ts'

export const processInsight = defineJob({
  name: 'process-insight',
  payload: Type.Object({ v: Type.Literal(1), insightId: Type.Integer() }),
  // Backing off from 2 s, eight tries outlast eight minutes without a store; a file that kills its worker ends.
  retryLimit: 8,
  retryDelaySeconds: 2,
  expireSeconds: 30 * 60,
})
