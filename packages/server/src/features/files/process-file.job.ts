import { Type } from 'typebox'
import { defineJob } from '../../platform/jobs/job.ts'

export const processFile = defineJob({
  name: 'process-file',
  payload: Type.Object({ v: Type.Literal(1), fileId: Type.Integer() }),
  retryLimit: 5,
  retryDelaySeconds: 2,
  expireSeconds: 30 * 60,
})
