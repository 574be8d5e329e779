import { Type } from 'typebox'
import { defineJob } from '../../platform/jobs/job.ts'

/** Resumes with the first unfinished volume; each finished volume renews the retries. */
export const exportProject = defineJob({
  name: 'export-project',
  payload: Type.Object({ v: Type.Literal(1), exportId: Type.Integer() }),
  retryLimit: 60,
  retryDelaySeconds: 5,
  hasConstantRetryDelay: true,
  expireSeconds: 12 * 3600,
})
