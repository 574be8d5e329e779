import { Type } from 'typebox'
import { defineJob } from '../../platform/jobs/job.ts'

/** Downloads the document of an import with a source URL. Downloads have slots of their own (INLET_DOWNLOAD_SLOTS). */
export const downloadInsight = defineJob({
  name: 'download-insight',
  payload: Type.Object({ v: Type.Literal(1), insightId: Type.Integer() }),
  // With backoff from 2 s, eight retries bridge eight minutes in which the server of the link is down.
  retryLimit: 8,
  retryDelaySeconds: 2,
  // Longer than the longest download.
  expireSeconds: 8 * 3600,
})
