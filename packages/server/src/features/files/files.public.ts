/** What other features may ask of files. */
export { completeFile } from './complete-file.ts'
export { takeClosedRecordings } from './file-recordings.repo.ts'
export {
  completeMappedFile,
  deleteAbandonedFiles,
  deleteProjectFiles,
  deleteSurveyFiles,
  failStuckFiles,
  insertSurveyFile,
  isPrivateFile,
} from './files.repo.ts'
export { initializeFile } from './initialize-file.ts'
export { explainNotice } from './notices.ts'
export { processFile } from './process-file.job.ts'
export { protectFile } from './protect-file.job.ts'
export { transcribeFile } from './transcribe-file.job.ts'
