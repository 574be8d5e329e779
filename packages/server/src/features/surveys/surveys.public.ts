/** What other features may ask of surveys. */
export { importSurvey } from './import-survey.job.ts'
export { failStuckMediaRecordings } from './media-recordings.repo.ts'
export { processMedia } from './process-media.job.ts'
export { retryMedia } from './retry-media.ts'
export { retryPart } from './retry-part.ts'
export { nextMediaStatus, nextPartStatus, nextSurveyStatus } from './survey.state.ts'
export { sweepSurveys } from './sweep-surveys.ts'
export { transcribeMedia } from './transcribe-media.job.ts'
