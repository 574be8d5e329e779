/** What other features may use of uploads. */
export { acceptObjects, acceptUpload } from './accept-upload.ts'
export { describeUpload, newUploadKey } from './describe-upload.ts'
export { findUploads, glanceAtUploads } from './find-uploads.ts'
export { readFileName } from './read-file-name.ts'
export {
  forgetTrash,
  holdRemovals,
  keepObjects,
  listDueTrash,
  mayRemoveObjects,
  releaseRemovals,
  trashNow,
  trashUnlessKept,
} from './trash.repo.ts'
export { contentTypeOf, type FileKind, hasForbiddenCharacters } from './upload.policy.ts'
