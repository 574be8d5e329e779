/** What other features may ask of surveys. */
export { type CompleteDeps, completeSurvey } from './complete-survey.ts'
export { getSurvey } from './get-survey.ts'
export { importSurvey } from './import-survey.job.ts'
export { initializeSurvey } from './initialize-survey.ts'
export { failStuckMediaRecordings } from './media-recordings.repo.ts'
export { retryPart } from './retry-part.ts'
export { viewCompletedSurvey } from './survey.view.ts'
export { sweepSurveys } from './sweep-surveys.ts'
