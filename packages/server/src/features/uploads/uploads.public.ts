/** What other features may use of uploads. */
export { acceptUpload } from './accept-upload.ts'
export { describeUpload, newUploadKey } from './describe-upload.ts'
export { readFileName } from './read-file-name.ts'
export { forgetTrash, keepObjects, listDueTrash, trashNow, trashUnlessKept } from './trash.repo.ts'
export { contentTypeOf, type FileKind } from './upload.policy.ts'
