import { Type } from 'typebox'
import { defineJob } from '../../platform/jobs/job.ts'

/** Enqueued in the transaction that links the media file. */
export const processMedia = defineJob({
  name: 'process-media',
  payload: Type.Object({ v: Type.Literal(1), mediaId: Type.Integer() }),
  retryLimit: 8,
  retryDelaySeconds: 2,
  expireSeconds: 8 * 3600,
})
