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
  too_many_streams: define(
    429,
    'Too many windows of this session follow the changes. Close some; the others use the ordinary lists meanwhile.',
    true,
  ),
} as const satisfies Record<string, ErrorDefinition>

export type WorkspaceErrorCode = keyof typeof workspaceErrorCatalogue
