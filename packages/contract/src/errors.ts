/**
 * The error catalogue: every error the service answers with, its status and whether trying the very same
 * call again can help. Messages say what to do next; a thrower may replace the text, never the status.
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
  unauthenticated: define(
    401,
    'This call needs an access token. Get one from /api/v1/oauth/token and send it as "Authorization: Bearer <token>".',
  ),
  invalid_token: define(
    401,
    'The access token is not valid: it is expired, revoked or was not issued here. Request a new one from /api/v1/oauth/token.',
  ),
  insufficient_scope: define(403, 'The access token lacks a scope this call needs. Request a token with it.'),
  project_creation_disabled: define(
    403,
    'Your team does not allow projects to be created through the API. Ask a team admin to switch on manual project creation.',
  ),
  not_found: define(404, 'There is nothing here under that address. Check the path and the ids in it.'),
  project_not_found: define(
    404,
    'No such project for this API key. List the projects it can use with GET /api/v1/developer/import/projects.',
  ),
  insight_not_found: define(404, 'No such insight for this API key. Check the insight_key from initialize.'),
  file_not_found: define(404, 'No such file for this API key. Check the wav_key from initialize.'),
  survey_not_found: define(
    404,
    'No such survey upload for this API key. Check the upload_key from initialize.',
  ),
  part_not_found: define(
    404,
    'The upload has no part of that number. Check it against the parts in the status of the upload.',
  ),
  media_not_found: define(
    404,
    'No media file of that name is registered. Check the spelling, or register it first.',
  ),
  method_not_allowed: define(
    405,
    'This address does not take that method. The Allow header names those it takes.',
  ),
  payload_too_large: define(
    413,
    'The body is larger than 1 MiB. Files go to upload_url, not to this address.',
  ),
  unsupported_media_type: define(415, 'The body must be JSON. Send it with Content-Type: application/json.'),
  unsupported_extension: define(400, 'This kind of file is not supported. Use one of the listed extensions.'),
  upload_missing: define(
    400,
    'The file is not in storage yet. Upload it to upload_url with all upload_fields first, then call complete again.',
  ),
  upload_too_large: define(
    400,
    'The uploaded file is larger than allowed. Initialize again with a smaller file.',
  ),
  survey_incomplete: define(
    400,
    'Not everything is in storage yet. Upload the parts and media files that are named here, then call complete again.',
  ),
  survey_failed: define(
    400,
    'The import has failed; see "error_details". Request a fresh descriptor for the part it names, upload it corrected, then call complete again.',
  ),
  part_processed: define(
    400,
    'The part is processed already and its rows are saved. Send further rows as new parts with append.',
  ),
  part_not_retryable: define(
    400,
    'A part can be sent again only while the upload waits for its files or has failed. Check its status.',
  ),
  survey_not_completed: define(
    400,
    'Parts can be appended only to a survey that is COMPLETED. Wait for that and check its status.',
  ),
  media_not_expected: define(
    400,
    'This upload has no media. Initialize it with media_config, or map a column to MEDIA_RESPONSE.',
  ),
  media_not_accepted: define(
    400,
    'Media files can be registered only while the upload waits for its files or has failed. Check its status.',
  ),
  media_not_retryable: define(
    400,
    'The media file is uploaded or linked already. Only one that has not come yet or has failed can be sent again; check its status.',
  ),
  idempotency_conflict: define(
    409,
    'Another API key of your team has used this idempotency_key. Use another one, or the same API key as before.',
  ),
  append_conflict: define(
    409,
    'Another append to this survey was received at the same time and went first. Check the status of the upload before you append again.',
  ),
  rate_limited: define(
    429,
    'Too many requests for this API key. Wait as many seconds as the Retry-After header says, then go on.',
    true,
  ),
  internal_error: define(
    500,
    'Something went wrong on our side. Try again; if it stays, report the request_id.',
    true,
  ),
  unavailable: define(
    503,
    'The service cannot reach a part it needs. Nothing was changed; try again shortly.',
    true,
  ),
} as const satisfies Record<string, ErrorDefinition>

export type ErrorCode = keyof typeof errorCatalogue

/** Errors of the token endpoint: their words and statuses are those of RFC 6749, section 5.2. */
export const tokenErrorCatalogue = {
  invalid_request: define(400, 'The token request is malformed.'),
  invalid_client: define(401, 'The client id or secret is wrong, or the API key is no longer valid.'),
  unsupported_grant_type: define(400, 'Only grant_type=client_credentials is supported.'),
  invalid_scope: define(400, 'The API key does not hold a requested scope.'),
} as const satisfies Record<string, ErrorDefinition>

export type TokenErrorCode = keyof typeof tokenErrorCatalogue

export const FieldProblem = Type.Object({
  field: Type.String({ description: 'Where in the body, e.g. "name" or "shared_roles.0".' }),
  message: Type.String(),
})
export type FieldProblem = Static<typeof FieldProblem>

export const ErrorBody = Type.Object({
  error: Type.String({ description: 'What happened and what to do next.' }),
  code: Type.String({ description: 'A stable word for programs.' }),
  request_id: Type.String({ description: 'Quote it when you ask for help; also in X-Request-Id.' }),
  details: Type.Optional(Type.Array(FieldProblem)),
  required_scope: Type.Optional(Type.String()),
  missing_parts: Type.Optional(
    Type.Array(Type.Integer(), { description: 'Survey complete: parts that are not in storage.' }),
  ),
  missing_media_files: Type.Optional(
    Type.Array(Type.String(), { description: 'Survey complete: media files that are not in storage.' }),
  ),
  error_details: Type.Optional(SurveyErrorDetails),
})
export type ErrorBody = Static<typeof ErrorBody>
