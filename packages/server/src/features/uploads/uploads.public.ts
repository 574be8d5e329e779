/** Uploads, for other features. */
export { abortExpired, abortUnrecorded } from './abort-uploads.ts'
export { acceptIfPresent, acceptObjects, acceptUpload, uploadReplaced } from './accept-upload.ts'
export { assembleUploads, findReceived } from './assemble-upload.ts'
export { bindImportUploadRoutes, bindMediaUploadRoutes } from './bind-upload-routes.ts'
export { bindWorkspaceUploadRoutes } from './bind-workspace-upload-routes.ts'
export { underClaim, whileClaimed } from './claim-upload.ts'
export { describeForm, requireMultipart, type UploadDeps } from './create-upload.ts'
export { type DownloadDeps, downloadUpload } from './download-upload.ts'
export { emptyTrash } from './empty-trash.ts'
export { headUploads, headUploadsWithin } from './head-uploads.ts'
export { forbiddenCharactersMessage, hasForbiddenCharacters } from './name.policy.ts'
export { createObjectRemover, type ObjectRemover } from './object-remover.ts'
export { readFileName } from './read-file-name.ts'
export { readRecordChanges } from './read-record-changes.ts'
export { readReferences } from './read-references.ts'
export { redescribeUpload } from './redescribe-upload.ts'
export { referenceProblems, type StoredReferences, toReferences } from './references.policy.ts'
export { findSource, resealSources } from './sources.repo.ts'
export { startUpload } from './start-upload.ts'
export {
  holdRemovals,
  keepObjects,
  releaseRemovals,
  trashNow,
  trashSelected,
  trashUnlessKept,
} from './trash.repo.ts'
export { contentTypeOf, type FileKind } from './upload.policy.ts'
export { deleteExpiredClaims } from './upload-claims.repo.ts'
export { newAcceptedKey, newUploadKey } from './upload-key.ts'
export { notAwaited, type UploadOwner } from './upload-owner.ts'
export { readPartPlan, ruleOf, type UploadRule } from './upload-rule.ts'
export { forgetUploads, isUploadLive, listMultipart } from './uploads.repo.ts'
export {
  createImportUpload,
  type ImportDescriptor,
  type ImportUploadDeps,
  redescribeImportUpload,
} from './url-upload.ts'
export { requireSent, viewNewUpload } from './view-new-upload.ts'
