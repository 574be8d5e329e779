/** Recording processing, for other features. */
export { exportTranscript, type TranscriptFormat, transcriptFormats } from './export-transcript.ts'
export { purgeAbandonedRecordings } from './purge-recordings.ts'
export {
  failStuckRecordings,
  hasLiveRecordingJob,
  isHiddenByProject,
  isProtected,
  reviveRecording,
} from './recording-lifecycle.repo.ts'
export { deleteRecordings } from './recording-processing.repo.ts'
export { keyedRecordingJobs, recordingOfJob } from './recording-steps.job.ts'
export { deleteRecordingJobs, enqueueStep } from './recording-steps.ts'
export { resumeRecording } from './resume-recording.ts'
export { retryRecording } from './retry-recording.ts'
export type { Speech } from './speech.ts'
export {
  type RestoredSegment,
  readStoredRecording,
  restoreRecording,
  restoreSegments,
  restoreTranscript,
  type StoredRecording,
  type StoredSegment,
  type StoredTranscript,
} from './stored-recording.repo.ts'
export { transcribeAgainJob } from './transcribe-again.job.ts'
export { countNaming, type LineContent, lockTranscript, saveLines } from './transcript-lines.repo.ts'
export { deleteRequest, failStuckRequests, insertRequest } from './transcription-requests.repo.ts'
