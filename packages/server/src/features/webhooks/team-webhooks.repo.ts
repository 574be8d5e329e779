/** SQL of webhooks as people see them, with their API keys. */
import { sql } from 'kysely'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { isRecordKey } from '../../platform/http/keys.ts'
import { isOwnKey } from '../keys/keys.public.ts'
import { seenBy } from './webhook-access.repo.ts'
import { type ListPage, type WebhookRow, webhookColumns } from './webhooks.repo.ts'

export interface TeamWebhookRow extends WebhookRow {
  client_id: string
  key_name: string
  key_kind: 'personal' | 'team'
  owner_id: number
  owner_name: string
  is_own: boolean
}

const seenWebhooks = (principal: Principal) => sql`
  select ${webhookColumns}, k.client_id, k.name as key_name, k.kind as key_kind, u.id as owner_id, u.name as owner_name,
    ${isOwnKey(principal)} as is_own
  from webhook w join api_key k on k.id = w.api_key_id join app_user u on u.id = k.user_id
  where ${seenBy(principal)}`

export async function listTeamWebhooks(
  db: Db,
  principal: Principal,
  { limit, after }: ListPage,
): Promise<TeamWebhookRow[]> {
  const { rows } = await sql<TeamWebhookRow>`
    ${seenWebhooks(principal)} and (${after ?? null}::bigint is null or w.id < ${after ?? null}::bigint)
    order by w.id desc limit ${limit + 1}`.execute(db)
  return rows
}

export async function findTeamWebhook(
  db: Db,
  principal: Principal,
  key: string,
): Promise<TeamWebhookRow | undefined> {
  if (!isRecordKey(key)) return undefined
  const { rows } = await sql<TeamWebhookRow>`${seenWebhooks(principal)} and w.key = ${key}`.execute(db)
  return rows[0]
}
