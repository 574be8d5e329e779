import { Type } from 'typebox'
import { defineJob } from '../../../platform/jobs/job.ts'

/** Rotates the signing key when it is due and deletes expired data. */
export const nightlyCleanup = defineJob({
  name: 'nightly-cleanup',
  payload: Type.Object({}),
  retryLimit: 3,
  retryDelaySeconds: 60,
  expireSeconds: 600,
  cron: '17 3 * * *',
})
