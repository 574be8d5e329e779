/** What other features may ask of files. */
export {
  completeMappedFile,
  deleteAbandonedFiles,
  deleteSurveyFiles,
  failStuckFiles,
  insertSurveyFile,
} from './files.repo.ts'
