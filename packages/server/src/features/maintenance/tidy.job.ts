import { Type } from 'typebox'
import { defineJob } from '../../platform/jobs/job.ts'

/** Nightly housekeeping: rotates the signing key when it is due and drops what nothing can use any more. */
export const tidy = defineJob({
  name: 'tidy',
  payload: Type.Object({}),
  retryLimit: 3,
  retryDelaySeconds: 60,
  expireSeconds: 600,
  cron: '17 3 * * *',
})
