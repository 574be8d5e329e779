/** Documents and images, for other features. */
export { type DocumentRow, listPages, type PageRow } from './documents.repo.ts'
export { requireDocument } from './open-document.ts'
