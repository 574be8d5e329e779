/** Surveys, for other features. */
export { listProjectSurveys } from './erasure/erase.repo.ts'
export { erasePerson } from './erasure/erase-person.ts'
export { type ErasedSurvey, eraseSurvey } from './erasure/erase-survey.ts'
export { importSurvey } from './import/import-survey.job.ts'
export { reviveSurvey } from './import/survey-import.repo.ts'
export { retryMedia } from './media/retry-media.ts'
export { withdrawMedia } from './media/withdraw-media.ts'
export { retryPart } from './retry-part.ts'
export {
  canRetryMedia,
  canWithdrawMedia,
  isPartWithdrawable,
  nextPartStatus,
  nextSurveyStatus,
} from './survey.state.ts'
export { sweepSurveys } from './sweep-surveys.ts'
