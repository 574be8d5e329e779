/** What other features may ask of surveys. */
export { failStuckMediaRecordings } from './media-recordings.repo.ts'
export { sweepSurveys } from './sweep-surveys.ts'
