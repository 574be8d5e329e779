/** What other features may ask of files. */
export { deleteAbandonedFiles, failStuckFiles } from './files.repo.ts'
