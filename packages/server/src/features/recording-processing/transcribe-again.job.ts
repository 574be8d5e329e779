import { Type } from 'typebox'
import { defineJob } from '../../platform/jobs/job.ts'

/** Transcribes a recording that has a transcript, in a language that a person has chosen. */
export const transcribeAgainJob = defineJob({
  name: 'transcribe-again',
  payload: Type.Object({ v: Type.Literal(1), recordingId: Type.Integer() }),
  // An interrupted attempt starts from the beginning.
  retryLimit: 3,
  retryDelaySeconds: 30,
  expireSeconds: 12 * 3600,
  opensUploads: true,
})
