/** Results of imports, for other features. */
export { getFileRecord, getInsightRecord } from './get-record.ts'
export { getSurveyRecord, getSurveyResults, listColumns } from './get-survey.ts'
export { getTranscript, readTranscript } from './get-transcript.ts'
export { readInOrder } from './list-responses.ts'
export { viewMedia } from './media.ts'
export { openImported, requireMediaRecording } from './open-results.ts'
export { type ResultOwner, requireRecordedFile, requireText, resultsOf } from './require-results.ts'
export { readabilityOf } from './results.policy.ts'
