import { Type } from 'typebox'
import { defineJob } from '../../platform/jobs/job.ts'

/** Makes the pages of one extraction, or the segments of one transcript, searchable. */
export const indexText = defineJob({
  name: 'index-text',
  payload: Type.Object({
    v: Type.Literal(1),
    kind: Type.Enum(['page', 'segment']),
    sourceId: Type.Integer(),
  }),
  retryLimit: 20,
  retryDelaySeconds: 10,
  hasConstantRetryDelay: true,
  expireSeconds: 3600,
})
