import { Type } from 'typebox'
import { defineJob } from '../../src/platform/jobs/job.ts'

export const nap = defineJob({
  name: 'test-nap',
  payload: Type.Object({ label: Type.String(), ms: Type.Integer() }),
  retryLimit: 3,
  retryDelaySeconds: 0,
  expireSeconds: 600,
})
