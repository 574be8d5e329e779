/**
 * The error catalogue: every error of the service, its status and whether retrying the same request can help.
 * Messages say what happened and what to do; code that throws may replace the message, never the status.
 */
import { type Static, Type } from 'typebox'
import { define, type ErrorDefinition } from './error-definition.ts'
import { SurveyErrorDetails } from './import/survey-error.ts'

export const errorCatalogue = {
  invalid_request: define(
    400,
    'The request is not valid. Correct the fields named in "details" and send it again.',
  ),
  invalid_json: define(
    400,
    'The body is not valid JSON. Send a JSON object with Content-Type: application/json.',
  ),
  invalid_cursor: define(
    400,
    'The cursor is not valid. Use the next_cursor of an earlier call unchanged, or leave it out to start over.',
  ),
  webhook_url_refused: define(
    400,
    'The URL cannot be used for a webhook. Use https, a public host, and no user info or fragment.',
  ),
  unauthenticated: define(
    401,
    'This operation requires an access token. Get one from /api/v1/oauth/token and send it as "Authorization: Bearer <token>".',
  ),
  invalid_token: define(
    401,
    'The access token is not valid: it has expired, was revoked or was not issued by this service. Request a new one from /api/v1/oauth/token.',
  ),
  insufficient_scope: define(
    403,
    'The access token lacks a scope that this operation requires. Request a token with that scope.',
  ),
  project_creation_disabled: define(
    403,
    'Your team does not allow projects to be created through the API. Ask a team admin to turn on manual project creation.',
  ),
  storage_quota_exceeded: define(
    403,
    'The team has used up its storage. Ask the operator of this service for a larger quota.',
  ),
  read_only_role: define(
    403,
    'Keys of viewers are read-only. Ask a team admin for another role, or use a key of a user who can import.',
  ),
  admins_only: define(403, 'Only admins of the team can do this. Ask one of them.'),
  owner_or_admin_only: define(
    403,
    'Only the owner of the project or a team admin can do this, with a personal key. Ask one of them.',
  ),
  upload_refused: define(
    403,
    'The upload does not match its signed descriptor: the descriptor has expired, or a field, the object key, the content type or the length differs. Get a new descriptor and send its fields unchanged.',
  ),
  not_found: define(404, 'Not found. Check the path and the identifiers in it.'),
  project_not_found: define(
    404,
    'No such project, or this API key has no access to it. List the accessible projects with GET /api/v1/developer/import/projects.',
  ),
  insight_not_found: define(
    404,
    'No such insight, or this API key has no access to it. Check the insight_key from initialize.',
  ),
  file_not_found: define(
    404,
    'No such file, or this API key has no access to it. Check the wav_key from initialize.',
  ),
  survey_not_found: define(
    404,
    'No such survey upload, or this API key has no access to it. Check the upload_key from initialize.',
  ),
  part_not_found: define(
    404,
    'The upload has no part with that number. Check the parts in the status of the upload.',
  ),
  column_not_found: define(
    404,
    'The survey has no column at that position. Check the positions in its status with include=columns; they start at 0.',
  ),
  media_not_found: define(
    404,
    'No media file with that name is registered. Check the spelling, or register it first.',
  ),
  webhook_not_found: define(
    404,
    'No such webhook, or it belongs to another API key. List your webhooks with GET /api/v1/developer/webhooks.',
  ),
  export_not_found: define(
    404,
    'No such export, or it belongs to another API key. List your exports with GET /api/v1/developer/exports.',
  ),
  bundle_not_found: define(
    404,
    'No such import of a bundle, or it belongs to another API key. Check the bundle_key from initialize.',
  ),
  delivery_not_found: define(
    404,
    'The webhook has no such delivery. List them with GET /api/v1/developer/webhooks/{webhook_key}/deliveries.',
  ),
  upload_gone: define(
    404,
    'This upload no longer exists: it was completed, discarded or has expired. Check the status of the import.',
  ),
  method_not_allowed: define(405, 'Method not allowed. The Allow header lists the supported methods.'),
  upload_interrupted: define(
    408,
    'The upload was cut off before it was complete. Nothing was stored; send the file or part again.',
    true,
  ),
  length_required: define(
    411,
    'The request has no Content-Length header. Send one; chunked transfer encoding is not supported.',
  ),
  payload_too_large: define(413, 'The body exceeds the limit of 1 MiB. Upload files to upload_url instead.'),
  unsupported_media_type: define(415, 'The body must be JSON. Send it with Content-Type: application/json.'),
  unsupported_extension: define(400, 'The file type is not supported. Use one of the listed extensions.'),
  upload_missing: define(
    400,
    'The file has not been uploaded. Upload it to upload_url with all upload_fields, then call complete again.',
  ),
  upload_too_large: define(
    400,
    'The uploaded file exceeds the size limit. Initialize a new import with a smaller file.',
  ),
  upload_incomplete: define(
    400,
    'Parts of the file are missing. Upload the parts listed in missing_upload_parts, then call complete again.',
  ),
  part_damaged: define(
    400,
    'The part does not match its Content-MD5 and was not stored. Send the part again; if it happens again, check the network.',
  ),
  upload_type_unavailable: define(
    400,
    'This service offers no multipart uploads with its object store. Use upload_type form.',
  ),
  survey_incomplete: define(
    400,
    'Some files have not been uploaded. Upload the parts and media files listed here, then call complete again.',
  ),
  survey_failed: define(
    400,
    'The import has failed; see "error_details". Request a new descriptor for the part it names, upload the corrected file, then call complete again.',
  ),
  part_processed: define(
    400,
    'The part has already been processed and its rows are saved. Send further rows as new parts with append.',
  ),
  part_not_retryable: define(
    400,
    'A part can be uploaded again only while the upload is AWAITING_UPLOAD or FAILED. Check its status.',
  ),
  part_not_withdrawable: define(
    400,
    'A part can be withdrawn only while the upload is AWAITING_UPLOAD or FAILED. Check its status.',
  ),
  only_part: define(400, 'The only part of an upload cannot be withdrawn. Use retry to replace its file.'),
  survey_not_retypable: define(
    400,
    'The type of a column can be changed only while the survey is COMPLETED. Wait until it is, then try again.',
  ),
  survey_not_completed: define(
    400,
    'Parts can be appended only to a survey that is COMPLETED. Wait until it is, then try again.',
  ),
  media_not_expected: define(
    400,
    'This upload has no media. Initialize it with media_config, or map a column to MEDIA_RESPONSE.',
  ),
  too_many_media_files: define(
    400,
    'The upload has too many media files. Send fewer files, and import the others with another survey.',
  ),
  media_not_accepted: define(
    400,
    'Media files can be registered only while the upload is AWAITING_UPLOAD or FAILED. Check its status.',
  ),
  media_not_retryable: define(
    400,
    'This media file cannot be uploaded again. Only a file that is PENDING or FAILED can, or one that is LINKED and whose recording failed; check the status with include=recordings.',
  ),
  media_not_withdrawable: define(
    400,
    'This media file cannot be withdrawn. Only a file that is PENDING or FAILED can; check the status of the upload.',
  ),
  media_being_replaced: define(
    409,
    'This media file is being replaced. Withdraw its replacement first, or wait until it is linked.',
  ),
  media_name_taken: define(
    409,
    'Another media file of the survey now has this name. Delete that file or replace it under another name, then try again.',
  ),
  webhook_limit_reached: define(
    409,
    'This API key has reached its limit of webhooks. Check which are still used, delete one, then create the new one.',
  ),
  export_running: define(
    409,
    'An export of this project is running. Wait until it has ended, or delete it if it is yours, then try again.',
  ),
  webhook_disabled: define(
    409,
    'The webhook is disabled. Enable it with PATCH {"status": "enabled"}, then send the request again.',
  ),
  idempotency_conflict: define(
    409,
    'Another API key of your team has used this idempotency_key. Use another idempotency_key, or the API key that used it first.',
  ),
  idempotency_in_progress: define(
    409,
    'A request with the same Idempotency-Key is still running. Wait for the number of seconds in Retry-After, then send the same request again.',
    true,
  ),
  privacy_mismatch: define(
    409,
    'The privacy settings of the recording do not match those of the target project. Use a project with the same privacy settings, or import the recording again into the target project.',
  ),
  append_conflict: define(
    409,
    'A concurrent append to this survey was accepted first. Check the status of the upload before you append again.',
  ),
  not_ready: define(
    409,
    'The import is still in progress and has no results yet. Wait for the number of seconds in Retry-After, or until its status is final, then retry.',
    true,
  ),
  recording_closed: define(
    409,
    'The recording could not be protected as its privacy settings require, so it has no results. Check its status.',
  ),
  cursor_expired: define(
    410,
    'The cursor is older than the retained events. Get a new one with after=latest, compare your records with the lists, then continue from that cursor.',
  ),
  precondition_failed: define(
    412,
    'The record has changed since the ETag in If-Match was issued. Read the record again, check what has changed, then send the request with its current ETag.',
  ),
  idempotency_key_reused: define(
    422,
    'This Idempotency-Key was used for a different request. Send the request with a new key, or repeat the first request unchanged.',
  ),
  rate_limited: define(
    429,
    'Too many requests for this API key. Wait for the number of seconds in Retry-After, then retry.',
    true,
  ),
  internal_error: define(500, 'Internal error. Try again; if it happens again, report the request_id.', true),
  unavailable: define(
    503,
    'A dependency of the service is unavailable. Nothing was changed; try again after the number of seconds in Retry-After.',
    true,
  ),
} as const satisfies Record<string, ErrorDefinition>

export type ErrorCode = keyof typeof errorCatalogue

/** Errors of the token endpoint, with the codes and statuses of RFC 6749, section 5.2. */
export const tokenErrorCatalogue = {
  invalid_request: define(400, 'The token request is malformed.'),
  invalid_client: define(401, 'The client id or secret is wrong, or the API key is no longer valid.'),
  unsupported_grant_type: define(400, 'Only grant_type=client_credentials is supported.'),
  invalid_scope: define(400, 'The API key does not have a requested scope.'),
  invalid_target: define(
    400,
    'This server does not issue tokens for this resource. Omit resource, or send the URL of the API ({base_url}/api/v1) or of the MCP endpoint ({base_url}/mcp).',
  ),
} as const satisfies Record<string, ErrorDefinition>

export type TokenErrorCode = keyof typeof tokenErrorCatalogue

/** OAuth clients expect a code in `error` and the message in `error_description`. */
export const TokenErrorBody = Type.Object({
  error: Type.String({ description: 'Stable error code, from RFC 6749, section 5.2, where it defines one.' }),
  error_description: Type.String({ description: 'What happened and what to do.' }),
  code: Type.String({ description: 'Same value as error.' }),
  request_id: Type.String({ description: 'Id of the request, for support; also sent as X-Request-Id.' }),
})
export type TokenErrorBody = Static<typeof TokenErrorBody>

export const FieldProblem = Type.Object({
  field: Type.String({ description: 'Path of the field in the body, e.g. "name" or "shared_roles.0".' }),
  message: Type.String(),
})
export type FieldProblem = Static<typeof FieldProblem>

export const ErrorBody = Type.Object({
  error: Type.String({ description: 'What happened and what to do.' }),
  code: Type.String({ description: 'Stable error code.' }),
  request_id: Type.String({ description: 'Id of the request, for support; also sent as X-Request-Id.' }),
  details: Type.Optional(Type.Array(FieldProblem)),
  required_scope: Type.Optional(Type.String()),
  missing_parts: Type.Optional(
    Type.Array(Type.Integer(), {
      description: 'Survey complete: numbers of the parts that have not been uploaded.',
    }),
  ),
  missing_upload_parts: Type.Optional(
    Type.Array(Type.Integer(), {
      description: 'Complete: numbers of the parts of a multipart upload that have not arrived.',
    }),
  ),
  missing_volumes: Type.Optional(
    Type.Array(Type.Integer(), {
      description: 'Bundle complete: numbers of the volumes that have not been uploaded.',
    }),
  ),
  missing_media_files: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Survey complete: names of the media files that have not been uploaded.',
    }),
  ),
  error_details: Type.Optional(SurveyErrorDetails),
})
export type ErrorBody = Static<typeof ErrorBody>
