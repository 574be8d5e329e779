/** Files, for other features. */

export { addStoredFile } from './add-stored-file.ts'
export { downloadFile } from './download-file.job.ts'
export { viewFileRecord, viewFileState } from './file.view.ts'
export { completeFileHandlers, initializeFileHandlers } from './file-calls.ts'
export { failStuckFileDownloads } from './file-downloads.repo.ts'
export { setFileProject } from './file-trash.repo.ts'
export { fileTrash } from './file-trash.ts'
export {
  completeMappedFile,
  deleteAbandonedFiles,
  deleteProjectFiles,
  deleteSurveyFiles,
  type FileRecord,
  failStuckFiles,
  insertSurveyFile,
  listFileStates,
  reviveFile,
} from './files.repo.ts'
export { forgetFiles } from './forget-files.ts'
export { requireOpenFile } from './get-file.ts'
export { changeFile } from './managed-files.repo.ts'
export { explainNotice } from './notices.ts'
export { processFile } from './process-file.job.ts'
export {
  readStoredFile,
  readStoredSurveyFile,
  recordRestoredFiles,
  restoreFile,
  restoreSurveyFile,
  type StoredFile,
  type StoredSurveyFile,
} from './stored-file.repo.ts'
export { updateFile } from './update-file.ts'
