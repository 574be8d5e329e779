import { Type } from 'typebox'
import { defineJob } from '../../platform/jobs/job.ts'

/** Makes the notes of a survey searchable, after it is complete: in the import it would cost many times the saving. */
export const indexNotes = defineJob({
  name: 'index-notes',
  payload: Type.Object({ v: Type.Literal(1), surveyId: Type.Integer() }),
  retryLimit: 20,
  retryDelaySeconds: 10,
  hasSteadyRetries: true,
  expireSeconds: 12 * 3600,
})
