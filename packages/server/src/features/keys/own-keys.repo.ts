/** SQL of the keys a user can manage: their own, and for admins those of the team. */
import type { Scope } from '@inlet/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Principal } from '../../platform/auth/principal.ts'
import { isAdmin } from '../../platform/auth/require-admin.ts'
import type { Db } from '../../platform/db/database.ts'
import type { KeyKind } from './keys.repo.ts'

export interface OwnKeyRow {
  client_id: string
  name: string
  kind: KeyKind
  user_id: number
  user_name: string
  scopes: Scope[]
  state: 'live' | 'expired' | 'revoked'
  rate_limit_per_minute: number | null
  last_used_at: Date | null
  expires_at: Date | null
  revoked_at: Date | null
  created_at: Date
  secrets: { last_four: string; created_at: string; expires_at: string | null }[]
}

/** True for rows of `api_key k` that the person manages. */
export const isOwnKey = (principal: Principal): RawBuilder<boolean> =>
  sql<boolean>`k.team_id = ${principal.teamId} and ((k.kind = 'personal' and k.user_id = ${principal.userId})
    or (k.kind = 'team' and ${isAdmin(principal)}))`

const ownKeys = (principal: Principal, rest: RawBuilder<unknown>) => sql<OwnKeyRow>`
  select k.client_id, k.name, k.kind, k.user_id, u.name as user_name, k.scopes, k.rate_limit_per_minute,
    k.last_used_at, k.expires_at, k.revoked_at, k.created_at,
    case when k.revoked_at is not null then 'revoked' when k.expires_at <= now() then 'expired' else 'live' end as state,
    coalesce((select json_agg(json_build_object('last_four', hint, 'created_at', created_at, 'expires_at', expires_at)
      order by id desc) from api_key_secret
      where api_key_id = k.id and (expires_at is null or expires_at > now())), '[]') as secrets
  from api_key k join app_user u on u.id = k.user_id
  where ${isOwnKey(principal)} ${rest}`

const maxKeys = 1000

export async function listOwnKeys(db: Db, principal: Principal): Promise<OwnKeyRow[]> {
  return (await ownKeys(principal, sql`order by k.id desc limit ${maxKeys}`).execute(db)).rows
}

export async function findOwnKey(
  db: Db,
  principal: Principal,
  clientId: string,
): Promise<OwnKeyRow | undefined> {
  return (await ownKeys(principal, sql`and k.client_id = ${clientId}`).execute(db)).rows[0]
}
