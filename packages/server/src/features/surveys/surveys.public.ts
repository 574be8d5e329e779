/** What other features may ask of surveys. */
export { listProjectSurveys } from './erase.repo.ts'
export { erasePerson } from './erase-person.ts'
export { eraseSurvey } from './erase-survey.ts'
export { importSurvey } from './import-survey.job.ts'
export { failStuckMediaRecordings } from './media-recordings.repo.ts'
export { sweepSurveys } from './sweep-surveys.ts'
