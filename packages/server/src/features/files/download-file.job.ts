import { Type } from 'typebox'
import { defineJob } from '../../platform/jobs/job.ts'

/** Downloads the file of an import with a source URL. Downloads have slots of their own (INLET_DOWNLOAD_SLOTS). */
export const downloadFile = defineJob({
  name: 'download-file',
  payload: Type.Object({ v: Type.Literal(1), fileId: Type.Integer() }),
  // With backoff from 2 s, eight retries bridge eight minutes in which the server of the link is down.
  retryLimit: 8,
  retryDelaySeconds: 2,
  // Longer than the longest download.
  expireSeconds: 8 * 3600,
})
