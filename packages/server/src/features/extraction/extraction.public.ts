/** What other features may use of extraction. */
export { type ExtractionResult, extractObject } from './extract-object.ts'
export { type Failure, gaveUp } from './failures.ts'
