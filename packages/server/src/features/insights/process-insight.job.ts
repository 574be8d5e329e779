import { Type } from 'typebox'
import { defineJob } from '../../platform/jobs/job.ts'

export const processInsight = defineJob({
  name: 'process-insight',
  payload: Type.Object({ v: Type.Literal(1), insightId: Type.Integer() }),
  retryLimit: 5,
  retryDelaySeconds: 2,
  expireSeconds: 30 * 60,
})
