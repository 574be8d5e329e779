/** Errors that only the workspace API returns. */
import { define, type ErrorDefinition } from '../error-definition.ts'

export const workspaceErrorCatalogue = {
  signed_out: define(
    401,
    'You are not signed in, or your session has ended. Use the sign-in page to sign in again.',
  ),
  wrong_credentials: define(
    401,
    'The e-mail address or the password is wrong. Check both; if you have no password yet, ask a team admin for an invitation.',
  ),
  wrong_password: define(400, 'The current password is wrong. Check it and send it again.'),
  invitation_invalid: define(
    400,
    'This link is no longer valid: it has been used, was replaced or has expired. Ask a team admin for a new invitation.',
  ),
  mail_not_configured: define(
    409,
    'This instance cannot send e-mail. Ask a team admin for an invitation link; operators set INLET_SMTP_URL.',
  ),
  wrong_origin: define(
    403,
    'The request came from another site. Use the workspace under its own address; operators check INLET_PUBLIC_URL.',
  ),
  operators_only: define(403, 'Only operators of this instance can do this. Ask one of them.'),
  key_not_found: define(404, 'The API key does not exist or is not yours. Check the list again.'),
  key_limit_reached: define(
    409,
    'You have reached the limit of active API keys. Check which are no longer used, revoke one, then create the new one.',
  ),
  member_not_found: define(404, 'Your team has no such member. Check the list again.'),
  participant_not_found: define(
    404,
    'The participant does not exist. They may have been removed; check the list.',
  ),
  participant_busy: define(
    409,
    'A survey that this person answered is being reprocessed. Wait until it is ready, then remove the person.',
  ),
  participants_not_mergeable: define(
    404,
    'One of the participants to merge or separate does not exist any more, or was merged already. Reload the list and select them again.',
  ),
  response_not_found: define(404, 'The survey has no such response or person. Check the link.'),
  job_not_found: define(404, 'The job no longer exists. Check the list again.'),
  not_retryable: define(
    409,
    'This cannot be retried: it has not failed, or its files have been deleted. Check its status.',
  ),
  transcription_not_possible: define(
    409,
    'This recording cannot be transcribed again: it is not ready, has no sound, is protected, or is being transcribed already. Check its status; upload a protected recording again instead.',
  ),
  transcript_not_ready: define(
    409,
    'The transcript is not complete yet. Wait until the recording is ready, then try again.',
  ),
  transcript_changed: define(
    409,
    'Somebody has changed this text since you read it. Check the current text in `lines`, then save again or discard your change.',
  ),
  change_not_revertible: define(
    409,
    'This change is not in the history of the transcript any more. Check the history again.',
  ),
  redaction_required: define(
    400,
    'Labels such as [name] stand for redacted words of a protected recording and cannot be changed or removed. Correct your text so that it contains them again.',
  ),
  range_not_satisfiable: define(
    416,
    'The requested range is beyond the end of the file. Check its length in Content-Range.',
  ),
  not_stuck: define(409, 'The job is no longer stuck. Check the list again.'),
  address_taken: define(409, 'This e-mail address is already in use. Use another one.'),
  not_on_yourself: define(409, 'You cannot change your own role or suspend yourself. Ask another admin.'),
  search_too_slow: define(
    503,
    'The search took too long. Use longer or rarer words, or search in one project.',
    true,
  ),
  too_many_streams: define(
    429,
    'Too many windows of this session are open. Close some; the others check for changes less often.',
    true,
  ),
} as const satisfies Record<string, ErrorDefinition>

export type WorkspaceErrorCode = keyof typeof workspaceErrorCatalogue
