/** What other features may ask of surveys. */
export { dropClosedMedia } from './fail-private-media.ts'
export { importSurvey } from './import-survey.job.ts'
export { failStuckMediaRecordings } from './media-recordings.repo.ts'
export { sweepSurveys } from './sweep-surveys.ts'
