/** Errors that only the workspace answers with. */
import { define, type ErrorDefinition } from '../error-definition.ts'

export const workspaceErrorCatalogue = {
  signed_out: define(
    401,
    'You are not signed in, or your session has ended. Use the sign-in page and go on.',
  ),
  wrong_credentials: define(
    401,
    'The e-mail address or the password is wrong. Check both; if you have no password yet, ask for an invitation.',
  ),
  wrong_password: define(400, 'The current password is wrong. Check it and send it again.'),
  invitation_invalid: define(
    400,
    'This link does not work: it has been used, replaced or has expired. Ask your operator for a new invitation.',
  ),
  wrong_origin: define(
    403,
    'The request came from another site. Use the workspace under its own address; operators check INLET_PUBLIC_URL.',
  ),
  read_only_role: define(403, 'Viewers can read but not change anything. Ask a team admin for another role.'),
  admins_only: define(403, 'Only admins of the team can do this. Ask one of them.'),
  operators_only: define(403, 'Only those who run this instance can do this. Ask one of them.'),
  key_not_found: define(404, 'There is no such API key, or it is not yours. Read the list again.'),
  member_not_found: define(404, 'There is nobody like that in your team. Read the list again.'),
  participant_not_found: define(
    404,
    'There is nobody like that in the panel. They may have been removed; check the list.',
  ),
  response_not_found: define(404, 'The survey has no such response or person. Check the link.'),
  job_not_found: define(404, 'There is no such job any more. Read the list again.'),
  not_retryable: define(
    409,
    'This cannot be tried again now: it has not failed, or what it needs is gone. Check its state.',
  ),
  transcript_not_ready: define(
    409,
    'The transcript is not whole yet. Wait until the recording is ready, then save it.',
  ),
  range_not_satisfiable: define(
    416,
    'The file is shorter than the range that was asked for. Check its length in Content-Range.',
  ),
  not_stuck: define(409, 'The job is no longer stuck. Read the list again.'),
  address_taken: define(409, 'Somebody has this e-mail address already. Use another one.'),
  not_on_yourself: define(409, 'You cannot change your own role or suspend yourself. Ask another admin.'),
  too_many_streams: define(
    429,
    'Too many windows of this session follow the changes. Close some; the others use the ordinary lists meanwhile.',
    true,
  ),
} as const satisfies Record<string, ErrorDefinition>

export type WorkspaceErrorCode = keyof typeof workspaceErrorCatalogue
