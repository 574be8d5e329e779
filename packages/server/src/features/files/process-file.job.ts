import { Type } from 'typebox'
import { defineJob } from '../../platform/jobs/job.ts'

/** Processes a document or image. Recordings have jobs of their own (features/recording-processing). */
export const processFile = defineJob({
  name: 'process-file',
  payload: Type.Object({ v: Type.Literal(1), fileId: Type.Integer() }),
  // With backoff from 2 s, eight retries bridge eight minutes without the store, and a file that crashes its worker fails.
  retryLimit: 8,
  retryDelaySeconds: 2,
  expireSeconds: 8 * 3600,
  opensUploads: true,
})
