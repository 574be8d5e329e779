/** The user's team, for its admins. */
import { type Static, Type } from 'typebox'
import { Role, SharePreference } from '../import/projects.ts'
import { CursorQuery, cursorPageOf } from './paging.ts'
import { defineWorkspaceRoute } from './route.ts'
import { orNull, Time } from './shapes.ts'

export { type Role, roles, type SharePreference, sharePreferences } from '../import/projects.ts'

const settings = {
  allow_manual_project_creation: Type.Boolean(),
  default_share_preference: SharePreference,
  default_shared_roles: Type.Array(Role),
  default_supported_languages: Type.Array(
    Type.String({ pattern: '^[A-Za-z]{2,3}(-[A-Za-z]{4})?-([A-Za-z]{2}|[0-9]{3})$' }),
    {
      minItems: 1,
      maxItems: 50,
    },
  ),
  trash_days: Type.Integer({
    minimum: 0,
    maximum: 365,
    description: 'Days for which deleted records can be restored.',
  }),
}

export const WorkspaceTeam = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  ...settings,
  storage: Type.Object({
    used_bytes: Type.Integer({ description: 'Size of all uploads of the team.' }),
    quota_bytes: orNull(Type.Integer({ description: 'Imports that would exceed it are refused.' })),
  }),
})
export type WorkspaceTeam = Static<typeof WorkspaceTeam>

export const getTeam = defineWorkspaceRoute({
  operationId: 'team.get',
  method: 'GET',
  path: '/team',
  summary: 'Get the team and its settings',
  responses: { 200: WorkspaceTeam },
})

export const changeTeam = defineWorkspaceRoute({
  operationId: 'team.change',
  method: 'PATCH',
  path: '/team',
  summary: 'Change settings of the team',
  body: Type.Partial(Type.Object(settings)),
  responses: { 200: WorkspaceTeam },
})

export const Member = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  email: Type.String(),
  role: Role,
  is_suspended: Type.Boolean(),
  has_signed_in_before: Type.Boolean({ description: 'Has a password or a linked account at the provider.' }),
  invited_until: orNull(Time),
  created_at: Time,
})
export type Member = Static<typeof Member>

export const listMembers = defineWorkspaceRoute({
  operationId: 'team.listMembers',
  method: 'GET',
  path: '/team/members',
  summary: 'List the members of the team',
  query: CursorQuery,
  responses: { 200: cursorPageOf('members', Member) },
})

const Invitation = Type.Object({
  member: Member,
  link: Type.String({
    description: 'Works once, within seven days.',
  }),
  is_sent: Type.Boolean({
    description: 'Whether the service sends the link by e-mail. If not, pass it on to the person yourself.',
  }),
})

export const inviteMember = defineWorkspaceRoute({
  operationId: 'team.inviteMember',
  method: 'POST',
  path: '/team/members',
  summary: 'Add a member and create their invitation link',
  body: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
    email: Type.String({ maxLength: 320, pattern: '^[^\\s@]+@[^\\s@]+$' }),
    role: Role,
  }),
  conflict: 'The e-mail address is already in use.',
  responses: { 201: Invitation },
})

const MemberParams = Type.Object({ user_id: Type.String() })

export const inviteAgain = defineWorkspaceRoute({
  operationId: 'team.inviteAgain',
  method: 'POST',
  path: '/team/members/{user_id}/invitation',
  summary: 'Create a new invitation link; the previous one stops working',
  params: MemberParams,
  responses: { 201: Invitation },
})

export const changeMember = defineWorkspaceRoute({
  operationId: 'team.changeMember',
  method: 'PATCH',
  path: '/team/members/{user_id}',
  summary: 'Change the role of a member, or suspend them',
  params: MemberParams,
  body: Type.Object({ role: Type.Optional(Role), is_suspended: Type.Optional(Type.Boolean()) }),
  conflict: 'Users cannot change their own role or suspend themselves.',
  responses: { 200: Member },
})
