import { Type } from 'typebox'
import { defineJob } from '../../platform/jobs/job.ts'

/** Every waiting state has an end: abandoned uploads, records whose job is lost, objects nobody owns. */
export const sweep = defineJob({
  name: 'sweep',
  payload: Type.Object({}),
  retryLimit: 2,
  retryDelaySeconds: 30,
  expireSeconds: 600,
  cron: '*/5 * * * *',
})
