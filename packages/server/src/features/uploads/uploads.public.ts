/** Uploads, for other features. */
export { acceptObjects, acceptUpload } from './accept-upload.ts'
export { describeUpload, newUploadKey } from './describe-upload.ts'
export { headUploads, headUploadsWithin } from './head-uploads.ts'
export { forbiddenCharactersMessage, hasForbiddenCharacters } from './name.policy.ts'
export { readFileName } from './read-file-name.ts'
export {
  forgetTrash,
  holdRemovals,
  keepObjects,
  listDueTrash,
  mayRemoveObjects,
  releaseRemovals,
  trashNow,
  trashSelected,
  trashUnlessKept,
} from './trash.repo.ts'
export { contentTypeOf, type FileKind } from './upload.policy.ts'
