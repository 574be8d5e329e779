import { Type } from 'typebox'
import { defineJob } from '../../../platform/jobs/job.ts'

/** Links media files uploaded after the survey completed. */
export const linkMedia = defineJob({
  name: 'link-media',
  payload: Type.Object({ v: Type.Literal(1), surveyId: Type.Integer() }),
  retryLimit: 120,
  retryDelaySeconds: 5,
  hasConstantRetryDelay: true,
  expireSeconds: 3600,
})
