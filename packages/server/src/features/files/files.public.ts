/** Files, for other features. */
export {
  completeMappedFile,
  deleteAbandonedFiles,
  deleteProjectFiles,
  deleteSurveyFiles,
  failStuckFiles,
  insertSurveyFile,
  reviveFile,
} from './files.repo.ts'
export { explainNotice } from './notices.ts'
export { processFile } from './process-file.job.ts'
