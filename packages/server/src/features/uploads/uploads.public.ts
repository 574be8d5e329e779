/** Uploads, for other features. */
export { abortExpired, abortRecorded, abortUnrecorded } from './abort-uploads.ts'
export { acceptObjects, acceptUpload, uploadReplaced } from './accept-upload.ts'
export { assembleUploads, findReceived } from './assemble-upload.ts'
export { bindUploadRoutes } from './bind-upload-routes.ts'
export { underClaim, whileClaimed } from './claim-upload.ts'
export {
  createUpload,
  type NewDescriptor,
  requireMultipart,
  type UploadConfig,
  type UploadDeps,
} from './create-upload.ts'
export { headUploads, headUploadsWithin } from './head-uploads.ts'
export { forbiddenCharactersMessage, hasForbiddenCharacters } from './name.policy.ts'
export { readFileName } from './read-file-name.ts'
export { readReferences } from './read-references.ts'
export { redescribeUpload } from './redescribe-upload.ts'
export { referenceProblems, type StoredReferences, toReferences } from './references.policy.ts'
export { startUpload } from './start-upload.ts'
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
export { newUploadKey } from './upload-key.ts'
export { notAwaited, type UploadOwner } from './upload-owner.ts'
export { readPartPlan, ruleOf, type UploadRule } from './upload-rule.ts'
export { forgetUploads, isUploadLive, listMultipart } from './uploads.repo.ts'
export { requireForm, viewNewUpload } from './view-new-upload.ts'
