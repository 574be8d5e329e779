/** What other features may use of uploads. */
export { acceptUpload } from './accept-upload.ts'
export { describeUpload, newUploadKey } from './describe-upload.ts'
export { readFileName } from './read-file-name.ts'
export { keepObjects, trashNow, trashUnlessKept } from './trash.repo.ts'
export { type FileFormat, type FileKind, formatOf, maxBytesByKind } from './upload.policy.ts'
