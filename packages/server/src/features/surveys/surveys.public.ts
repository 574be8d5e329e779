/** What other features may ask of surveys. */
export { importSurvey } from './import-survey.job.ts'
export { failStuckMediaRecordings } from './media-recordings.repo.ts'
export { sweepSurveys } from './sweep-surveys.ts'
