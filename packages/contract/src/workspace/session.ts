/** Signing in and out, and who one is. */
import { type Static, Type } from 'typebox'
import { Role } from '../import/projects.ts'
import { defineWorkspaceRoute } from './route.ts'

export const minPasswordLength = 12
export const maxPasswordLength = 256

/** A password somebody chooses. One that is typed in to be checked may be anything. */
const NewPassword = Type.String({ minLength: minPasswordLength, maxLength: maxPasswordLength })
const AnyPassword = Type.String({ maxLength: 1024 })

export const Session = Type.Object({
  user: Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    email: Type.String(),
    role: Role,
    has_password: Type.Boolean({ description: 'false: signs in through the provider only.' }),
  }),
  team: Type.Object({ id: Type.Integer(), name: Type.String() }),
  can_write: Type.Boolean({ description: 'false for viewers, who change nothing but their own account.' }),
  is_operator: Type.Boolean({ description: 'An admin of the team that runs this instance.' }),
})
export type Session = Static<typeof Session>

export const signInOptions = defineWorkspaceRoute({
  operationId: 'signIn.options',
  method: 'GET',
  path: '/sign-in',
  summary: 'The ways to sign in, and nothing about anybody',
  responses: {
    200: Type.Object({
      providers: Type.Array(
        Type.Object({
          name: Type.String({ description: 'For the button.' }),
          path: Type.String({ description: 'Go there with the browser; add "to", a path to return to.' }),
        }),
      ),
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

const InvitationToken = Type.String({ maxLength: 200 })

export const readInvitation = defineWorkspaceRoute({
  operationId: 'invitation.read',
  method: 'POST',
  path: '/invitation/read',
  summary: 'Whom an invitation is for',
  description: 'The token is the part after # of the link. It is sent in the body to stay out of logs.',
  body: Type.Object({ token: InvitationToken }),
  responses: { 200: Type.Object({ name: Type.String(), email: Type.String() }) },
})

export const acceptInvitation = defineWorkspaceRoute({
  operationId: 'invitation.accept',
  method: 'POST',
  path: '/invitation',
  summary: 'Choose a password and sign in',
  description: 'Works once. Ends every other session of the person.',
  body: Type.Object({ token: InvitationToken, password: NewPassword }),
  responses: { 200: Session },
})

export const getSession = defineWorkspaceRoute({
  operationId: 'session.get',
  method: 'GET',
  path: '/session',
  summary: 'Who is signed in',
  responses: { 200: Session },
})

export const signOut = defineWorkspaceRoute({
  operationId: 'session.end',
  method: 'DELETE',
  path: '/session',
  isForViewers: true,
  summary: 'Sign out',
  responses: { 204: Type.Null() },
})

export const changePassword = defineWorkspaceRoute({
  operationId: 'password.change',
  method: 'POST',
  path: '/session/password',
  isForViewers: true,
  summary: 'Change the own password',
  description: 'Ends every other session of the person.',
  body: Type.Object({ current_password: AnyPassword, new_password: NewPassword }),
  responses: { 204: Type.Null() },
})

/** What the sign-in page is told in "error" when a provider sends somebody back in vain. */
export const SignInProblem = Type.Enum(['no_account', 'expired', 'provider_failed', 'provider_away'])
export type SignInProblem = Static<typeof SignInProblem>
