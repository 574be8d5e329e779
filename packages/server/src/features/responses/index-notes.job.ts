import { Type } from 'typebox'
import { defineJob } from '../../platform/jobs/job.ts'

/** Makes the notes of a completed survey searchable; indexing during the import would take many times longer than saving. */
export const indexNotes = defineJob({
  name: 'index-notes',
  payload: Type.Object({ v: Type.Literal(1), surveyId: Type.Integer() }),
  retryLimit: 20,
  retryDelaySeconds: 10,
  hasConstantRetryDelay: true,
  expireSeconds: 12 * 3600,
})
