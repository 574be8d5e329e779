/** Recording processing, for other features. */
export { exportTranscript, type TranscriptFormat, transcriptFormats } from './export-transcript.ts'
export { purgeAbandonedRecordings } from './purge-recordings.ts'
export {
  failStuckRecordings,
  hasLiveRecordingJob,
  isProtected,
  reviveRecording,
} from './recording-lifecycle.repo.ts'
export { deleteRecordings } from './recording-processing.repo.ts'
export { keyedRecordingJobs, recordingOfJob } from './recording-steps.job.ts'
export { deleteRecordingJobs, enqueueStep } from './recording-steps.ts'
export { retryRecording } from './retry-recording.ts'
export type { Speech } from './speech.ts'
