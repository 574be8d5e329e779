/** API keys: users manage their own, admins those of the team. */
import { type Static, Type } from 'typebox'
import { Scope } from '../scopes.ts'
import { defineWorkspaceRoute } from './route.ts'
import { orNull, Time } from './shapes.ts'

export { importScopes, needsAdmin, type Scope, scopes } from '../scopes.ts'

export const ApiKey = Type.Object({
  client_id: Type.String(),
  name: Type.String(),
  kind: Type.Enum(['personal', 'team']),
  owner: Type.Object({ id: Type.Integer(), name: Type.String() }),
  scopes: Type.Array(Scope),
  state: Type.Enum(['live', 'expired', 'revoked']),
  rate_limit_per_minute: orNull(Type.Integer({ description: 'null: the default of the instance.' })),
  secrets: Type.Array(
    Type.Object({
      last_four: Type.String(),
      created_at: Time,
      expires_at: orNull(
        Type.String({
          format: 'date-time',
          description: 'Set for a replaced secret, which is valid until then.',
        }),
      ),
    }),
    { description: 'Valid secrets, newest first.' },
  ),
  last_used_at: orNull(Time),
  expires_at: orNull(Time),
  revoked_at: orNull(Time),
  created_at: Time,
})
export type ApiKey = Static<typeof ApiKey>

export const listKeys = defineWorkspaceRoute({
  operationId: 'keys.list',
  method: 'GET',
  path: '/keys',
  summary: 'List own keys, and for admins those of the team; newest first',
  responses: { 200: Type.Object({ keys: Type.Array(ApiKey), can_make_team_keys: Type.Boolean() }) },
})

const Secret = Type.Object({
  key: ApiKey,
  client_secret: Type.String({ description: 'Returned only once.' }),
})

export const createKey = defineWorkspaceRoute({
  operationId: 'keys.create',
  method: 'POST',
  path: '/keys',
  summary: 'Create a key',
  body: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
    kind: Type.Enum(['personal', 'team']),
    scopes: Type.Array(Scope, { minItems: 1, uniqueItems: true }),
    expires_at: Type.Optional(orNull(Time)),
  }),
  conflict: 'The person has as many active keys as allowed.',
  responses: { 201: Secret },
})

const KeyParams = Type.Object({ client_id: Type.String() })

export const rotateKey = defineWorkspaceRoute({
  operationId: 'keys.rotate',
  method: 'POST',
  path: '/keys/{client_id}/rotate',
  summary: 'Rotate the secret of a key',
  description:
    'The old secret stays valid for the overlap. Viewers may rotate their own keys, which are read-only.',
  isForViewers: true,
  params: KeyParams,
  body: Type.Object({ overlap_hours: Type.Integer({ minimum: 0, maximum: 72 }) }),
  responses: { 200: Secret },
})

export const revokeKey = defineWorkspaceRoute({
  operationId: 'keys.revoke',
  method: 'DELETE',
  path: '/keys/{client_id}',
  summary: 'Revoke a key',
  isForViewers: true,
  params: KeyParams,
  responses: { 200: ApiKey },
})
