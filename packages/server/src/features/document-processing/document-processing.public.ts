/** Document processing, for other features. */
export { extractObject } from './extract-object.ts'
export { deleteExtractions, insertPages } from './extraction.repo.ts'
export { type Failure, gaveUp, machineFailed, objectGone, unfinishedCodes } from './failures.ts'
export { describeProblem, type MachineProblem, sandboxUnusable } from './machine-problem.ts'
export type { DocumentProgress, DocumentStage } from './progress.ts'
export {
  readStoredExtraction,
  restoreExtraction,
  type StoredExtraction,
} from './stored-extraction.repo.ts'
