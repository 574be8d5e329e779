import { Type } from 'typebox'
import { defineJob } from '../../platform/jobs/job.ts'

/** Erases a person. The address is not in the payload, which is kept after the job has ended. */
export const eraseRespondentJob = defineJob({
  name: 'erase-respondent',
  payload: Type.Object({ v: Type.Literal(1), erasureId: Type.Integer() }),
  retryLimit: 5,
  retryDelaySeconds: 10,
  expireSeconds: 3600,
})
