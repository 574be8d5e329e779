/** What other features may ask of files. */
export { completeMappedFile, deleteAbandonedFiles, failStuckFiles } from './files.repo.ts'
