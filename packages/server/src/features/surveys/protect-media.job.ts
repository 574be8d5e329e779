import { Type } from 'typebox'
import { defineJob } from '../../platform/jobs/job.ts'

export const protectMedia = defineJob({
  name: 'protect-media',
  payload: Type.Object({ v: Type.Literal(1), mediaId: Type.Integer() }),
  retryLimit: 12,
  retryDelaySeconds: 2,
  expireSeconds: 12 * 3600,
})
