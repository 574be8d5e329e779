import { Type } from 'typebox'
import { defineJob } from '../../platform/jobs/job.ts'

/** Sends a person one e-mail about all their imports that have ended and were not reported yet. */
export const sendImportMail = defineJob({
  name: 'send-import-mail',
  payload: Type.Object({ v: Type.Literal(1), userId: Type.Integer() }),
  // With exponential backoff, about two hours in all. What is not reported then waits for the next sweep.
  retryLimit: 8,
  retryDelaySeconds: 30,
  expireSeconds: 300,
})
