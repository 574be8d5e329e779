import { Type } from 'typebox'
import { defineJob } from '../../platform/jobs/job.ts'

/** Resumes with the first object that is not stored; each stored object renews the retries. */
export const importBundle = defineJob({
  name: 'import-bundle',
  payload: Type.Object({ v: Type.Literal(1), bundleId: Type.Integer() }),
  retryLimit: 60,
  retryDelaySeconds: 5,
  hasConstantRetryDelay: true,
  expireSeconds: 12 * 3600,
})
