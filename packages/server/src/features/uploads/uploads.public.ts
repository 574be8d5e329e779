/** Uploads, for other features. */
export { acceptObjects, acceptUpload } from './accept-upload.ts'
export { underClaim, whileClaimed } from './claim-upload.ts'
export { describeUpload, newUploadKey } from './describe-upload.ts'
export { headUploads, headUploadsWithin } from './head-uploads.ts'
export { forbiddenCharactersMessage, hasForbiddenCharacters } from './name.policy.ts'
export { readFileName } from './read-file-name.ts'
export { readReferences } from './read-references.ts'
export { referenceProblems, type StoredReferences, toReferences } from './references.policy.ts'
export {
  forgetTrash,
  holdRemovals,
  keepObjects,
  listDueTrash,
  releaseRemovals,
  trashNow,
  trashSelected,
  trashUnlessKept,
  whileRemovalsAllowed,
} from './trash.repo.ts'
export { contentTypeOf, type FileKind } from './upload.policy.ts'
export { deleteExpiredClaims } from './upload-claims.repo.ts'
