import { Type } from 'typebox'
import { defineJob } from '../../platform/jobs/job.ts'

export const processFile = defineJob({
  name: 'process-file',
  payload: Type.Object({ v: Type.Literal(1), fileId: Type.Integer() }),
  // Backing off from 2 s, eight tries outlast eight minutes without a store; a file that kills its worker ends.
  retryLimit: 8,
  retryDelaySeconds: 2,
  // A long video that no browser plays takes hours to convert; heartbeats find a dead worker long before.
  expireSeconds: 8 * 3600,
})
