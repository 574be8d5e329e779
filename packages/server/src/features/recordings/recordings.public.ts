/** What other features may use of recordings. */
export { convertRecording } from './convert-recording.ts'
export { dropAllGivenUp, dropGivenUp, dropRecordings } from './drop-recordings.ts'
export { exportTranscript, type TranscriptFormat, transcriptFormats } from './export-transcript.ts'
export type { OpenedRecord, RecordingToProtect, RecordingToTranscribe } from './owner.ts'
export type { Progress, Stage } from './progress.ts'
export { deleteRecordings, type GivenUp, takeGivenUp } from './recordings.repo.ts'
export type { Speech } from './speech.ts'
