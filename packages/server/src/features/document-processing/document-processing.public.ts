/** Document processing, for other features. */
export { extractObject } from './extract-object.ts'
export { deleteExtractions } from './extraction.repo.ts'
export { type Failure, gaveUp, objectGone } from './failures.ts'
export type { DocumentProgress, DocumentStage } from './progress.ts'
