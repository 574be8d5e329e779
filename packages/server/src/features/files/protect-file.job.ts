import { Type } from 'typebox'
import { defineJob } from '../../platform/jobs/job.ts'

/** Enqueued in the transaction that keeps the last of what it works on. */
export const protectFile = defineJob({
  name: 'protect-file',
  payload: Type.Object({ v: Type.Literal(1), fileId: Type.Integer() }),
  retryLimit: 12,
  retryDelaySeconds: 2,
  expireSeconds: 12 * 3600,
})
