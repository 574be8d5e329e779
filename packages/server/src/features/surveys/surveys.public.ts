/** Surveys, for other features. */
export { listProjectSurveys } from './erasure/erase.repo.ts'
export { type ErasedPerson, erasePerson } from './erasure/erase-person.ts'
export { type ErasedSurvey, eraseSurvey } from './erasure/erase-survey.ts'
export { importSurvey } from './import/import-survey.job.ts'
export { reviveSurvey } from './import/survey-import.repo.ts'
export { nameWithoutPeople } from './media/media-name.policy.ts'
export { mediaTrash, noSuchMedia, viewManagedMedia } from './media/media-trash.ts'
export { retryMedia } from './media/retry-media.ts'
export {
  readStoredMedia,
  restoreMedia,
  restoreReplacements,
  type StoredMedia,
} from './media/stored-media.repo.ts'
export { mediaKey } from './media/survey-media.repo.ts'
export { withdrawMedia } from './media/withdraw-media.ts'
export { requireOpenSurvey, requireSnapshot } from './open-survey.ts'
export { retryPart } from './retry-part.ts'
export {
  readStoredSurvey,
  recordRestoredSurveys,
  restoreParts,
  restoreSurvey,
  type StoredPart,
  type StoredSurvey,
} from './stored-survey.repo.ts'
export {
  canRetryMedia,
  canWithdrawMedia,
  isPartWithdrawable,
  nextPartStatus,
  nextSurveyStatus,
} from './survey.state.ts'
export { viewSurveyRecord, viewSurveyState } from './survey.view.ts'
export { completeSurveyHandlers } from './survey-calls.ts'
export { includeColumns } from './survey-includes.ts'
export { listPartObjects } from './survey-parts.repo.ts'
export { surveyTrash } from './survey-trash.ts'
export { listSurveyStates, type SurveySnapshot } from './surveys.repo.ts'
export { sweepSurveys } from './sweep-surveys.ts'
export { updateSurvey } from './update-survey.ts'
