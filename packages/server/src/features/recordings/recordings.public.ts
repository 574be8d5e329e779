/** Recordings, for other features. */
export { requireRecording } from './open-recording.ts'
export { listSpeakers, type PlaybackRow, readSegments, type SegmentRow } from './recordings.repo.ts'
export { transcriptTypes } from './save-transcript.ts'
export { readStoredNames, restoreNames, type StoredSpeakerName } from './stored-names.repo.ts'
