/** What other features may use of extraction. */
export { extractObject } from './extract-object.ts'
export { deleteExtractions } from './extraction.repo.ts'
export { type Failure, gaveUp, objectGone } from './failures.ts'
