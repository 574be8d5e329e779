/** Sign-in, sign-out and the current session. */
import { type Static, Type } from 'typebox'
import { Role } from '../import/projects.ts'
import { defineWorkspaceRoute } from './route.ts'

export const minPasswordLength = 12
export const maxPasswordLength = 256

/** A new password. A password that is only checked may be anything. */
const NewPassword = Type.String({ minLength: minPasswordLength, maxLength: maxPasswordLength })
const AnyPassword = Type.String({ maxLength: 1024 })

export const Session = Type.Object({
  user: Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    email: Type.String(),
    role: Role,
    has_password: Type.Boolean({ description: 'false: can sign in only through the provider.' }),
  }),
  team: Type.Object({ id: Type.Integer(), name: Type.String() }),
  can_write: Type.Boolean({ description: 'false for viewers, who can change only their own account.' }),
  is_operator: Type.Boolean({ description: 'An admin of the team that runs this instance.' }),
})
export type Session = Static<typeof Session>

export const signInOptions = defineWorkspaceRoute({
  operationId: 'signIn.options',
  method: 'GET',
  path: '/sign-in',
  summary: 'List the ways to sign in',
  responses: {
    200: Type.Object({
      providers: Type.Array(
        Type.Object({
          name: Type.String({ description: 'Name on the button.' }),
          path: Type.String({
            description: 'Navigate there in the browser, with the path to return to in "to".',
          }),
        }),
      ),
      can_reset_password: Type.Boolean({ description: 'false: the service cannot send e-mail.' }),
    }),
  },
})

export const signIn = defineWorkspaceRoute({
  operationId: 'signIn.password',
  method: 'POST',
  path: '/sign-in',
  summary: 'Sign in with a password',
  body: Type.Object({ email: Type.String({ maxLength: 320 }), password: AnyPassword }),
  responses: { 200: Session },
})

export const requestPasswordReset = defineWorkspaceRoute({
  operationId: 'signIn.requestPasswordReset',
  method: 'POST',
  path: '/sign-in/password-reset',
  summary: 'Send a link to set a new password by e-mail',
  description:
    'The response is the same whether or not the address has an account with a password. The link works once, within an hour.',
  body: Type.Object({ email: Type.String({ maxLength: 320 }) }),
  conflict: 'The operator has not set up e-mail.',
  responses: { 204: Type.Null() },
})

const InvitationToken = Type.String({ maxLength: 200 })

export const readInvitation = defineWorkspaceRoute({
  operationId: 'signIn.readInvitation',
  method: 'POST',
  path: '/invitation/read',
  summary: 'Get the person an invitation is for',
  description: 'The token is the part of the link after #. It is sent in the body to keep it out of logs.',
  body: Type.Object({ token: InvitationToken }),
  responses: { 200: Type.Object({ name: Type.String(), email: Type.String() }) },
})

export const acceptInvitation = defineWorkspaceRoute({
  operationId: 'signIn.acceptInvitation',
  method: 'POST',
  path: '/invitation',
  summary: 'Set a password and sign in',
  description: 'Works once. Ends all other sessions of the user.',
  body: Type.Object({ token: InvitationToken, password: NewPassword }),
  responses: { 200: Session },
})

export const getSession = defineWorkspaceRoute({
  operationId: 'signIn.getSession',
  method: 'GET',
  path: '/session',
  summary: 'Get the current session',
  responses: { 200: Session },
})

export const signOut = defineWorkspaceRoute({
  operationId: 'signIn.endSession',
  method: 'DELETE',
  path: '/session',
  isForViewers: true,
  summary: 'Sign out',
  responses: { 204: Type.Null() },
})

export const changePassword = defineWorkspaceRoute({
  operationId: 'signIn.changePassword',
  method: 'POST',
  path: '/session/password',
  isForViewers: true,
  summary: 'Change the password of the current user',
  description: 'Ends all other sessions of the user.',
  body: Type.Object({ current_password: AnyPassword, new_password: NewPassword }),
  responses: { 204: Type.Null() },
})

/** finished: whether they succeeded or failed. */
export const importMailChoices = ['never', 'failed', 'finished'] as const
const ImportMailChoice = Type.Enum(importMailChoices)
export type ImportMail = Static<typeof ImportMailChoice>

const ImportMailAnswer = Type.Object({
  choice: ImportMailChoice,
  can_send: Type.Boolean({ description: 'false: the operator has not set up e-mail.' }),
})

export const getImportMail = defineWorkspaceRoute({
  operationId: 'signIn.getImportMail',
  method: 'GET',
  path: '/session/import-mail',
  summary: 'Get which outcomes of their imports the current user gets by e-mail',
  responses: { 200: ImportMailAnswer },
})

export const setImportMail = defineWorkspaceRoute({
  operationId: 'signIn.setImportMail',
  method: 'PATCH',
  path: '/session/import-mail',
  isForViewers: true,
  summary: 'Choose which outcomes of their imports the current user gets by e-mail',
  body: Type.Object({ choice: ImportMailChoice }),
  responses: { 200: ImportMailAnswer },
})

/** Codes that the sign-in page receives in "error" when a sign-in through the provider fails. */
export const SignInProblem = Type.Enum(['no_account', 'expired', 'provider_failed', 'provider_away'])
export type SignInProblem = Static<typeof SignInProblem>
