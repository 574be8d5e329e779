import { Type } from 'typebox'
import { defineJob } from '../../../platform/jobs/job.ts'

/** Ends every waiting state: abandoned uploads, records without a job, orphaned objects. */
export const sweepRecords = defineJob({
  name: 'sweep-records',
  payload: Type.Object({}),
  retryLimit: 2,
  retryDelaySeconds: 30,
  expireSeconds: 600,
  cron: '*/5 * * * *',
})
