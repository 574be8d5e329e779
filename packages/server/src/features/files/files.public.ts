/** What other features may ask of files. */
export { deleteAbandonedFiles, deleteSurveyFiles, failStuckFiles, insertSurveyFile } from './files.repo.ts'
