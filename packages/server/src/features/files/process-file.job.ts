import { Type } from 'typebox'
import { defineJob } from '../../platform/jobs/job.ts'

export const processFile = defineJob({
  name: 'process-file',
  payload: Type.Object({ v: Type.Literal(1), fileId: Type.Integer() }),
  // Backing off from 2 s, eight tries outlast eight minutes without a store; a file that kills its worker ends.
  retryLimit: 8,
  retryDelaySeconds: 2,
  expireSeconds: 30 * 60,
})
