/** Users manage their own keys, admins also those of the team; personal keys of others are never accessible. */
import { needsAdmin, type RouteBody, type RouteResponse } from '@inlet/contract'
import type { ApiKey, createKey as createRoute, listKeys as listRoute } from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import { isAdmin, requireAdmin } from '../../platform/auth/require-admin.ts'
import type { SecretBox } from '../../platform/auth/secrets.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import { createKey } from './create-key.ts'
import { revokeKey } from './keys.repo.ts'
import { findOwnKey, listOwnKeys as listRows, type OwnKeyRow } from './own-keys.repo.ts'
import { rotateKey } from './rotate-key.ts'

interface KeyDeps {
  db: Db
  secrets: SecretBox
  config: Pick<Config, 'INLET_KEYS_PER_PERSON'>
}

export async function listOwnKeys(
  { db }: { db: Db },
  principal: Principal,
): Promise<RouteResponse<typeof listRoute, 200>> {
  const rows = await listRows(db, principal)
  return { keys: rows.map(viewKey), can_make_team_keys: isAdmin(principal) }
}

export async function createOwnKey(
  deps: KeyDeps,
  principal: Principal,
  body: RouteBody<typeof createRoute>,
): Promise<RouteResponse<typeof createRoute, 201>> {
  if (body.kind === 'team' || body.scopes.some(needsAdmin)) requireAdmin(principal)
  const expiresAt = body.expires_at ? new Date(body.expires_at) : undefined
  if (expiresAt && !(expiresAt.getTime() > Date.now()))
    throw invalidField('expires_at', 'must be in the future')
  const { client_id, client_secret } = await createKey(deps, {
    teamId: principal.teamId,
    userId: principal.userId,
    kind: body.kind,
    name: body.name.trim(),
    scopes: body.scopes,
    expiresAt,
    maxKeys: deps.config.INLET_KEYS_PER_PERSON,
  })
  return { key: viewKey(await requireOwnKey(deps.db, principal, client_id)), client_secret }
}

export async function rotateOwnKey(
  deps: KeyDeps,
  principal: Principal,
  { clientId, overlapHours }: { clientId: string; overlapHours: number },
): Promise<{ key: ApiKey; client_secret: string }> {
  const key = await requireOwnKey(deps.db, principal, clientId)
  const rotated = key.state === 'live' ? await rotateKey(deps, { clientId, overlapHours }) : undefined
  if (!rotated) throw new AppError('key_not_found')
  return {
    key: viewKey(await requireOwnKey(deps.db, principal, clientId)),
    client_secret: rotated.client_secret,
  }
}

export async function revokeOwnKey(
  { db }: { db: Db },
  principal: Principal,
  clientId: string,
): Promise<ApiKey> {
  await requireOwnKey(db, principal, clientId)
  await revokeKey(db, clientId)
  return viewKey(await requireOwnKey(db, principal, clientId))
}

async function requireOwnKey(db: Db, principal: Principal, clientId: string): Promise<OwnKeyRow> {
  const key = clientId.includes('\0') ? undefined : await findOwnKey(db, principal, clientId)
  if (!key) throw new AppError('key_not_found')
  return key
}

function viewKey(row: OwnKeyRow): ApiKey {
  const { client_id, name, kind, scopes, state, rate_limit_per_minute } = row
  const time = (date: Date | string | null) => (date === null ? null : new Date(date).toISOString())
  return {
    client_id,
    name,
    kind,
    owner: { id: row.user_id, name: row.user_name },
    scopes,
    state,
    rate_limit_per_minute,
    secrets: row.secrets.map(({ last_four, created_at, expires_at }) => ({
      last_four,
      created_at: new Date(created_at).toISOString(),
      expires_at: time(expires_at),
    })),
    last_used_at: time(row.last_used_at),
    expires_at: time(row.expires_at),
    revoked_at: time(row.revoked_at),
    created_at: row.created_at.toISOString(),
  }
}
