/** Webhooks in the workspace: users manage those of their own keys, admins see all of the team. */
import type { RouteBody, RouteQuery, RouteResponse } from '@inlet/contract'
import type {
  createWebhook as createRoute,
  listWebhooks as listRoute,
  TeamWebhook,
} from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import { cutPage, isId, readCursorPage } from '../../platform/http/cursor.ts'
import { findOwnLiveKey } from '../keys/keys.public.ts'
import { createWebhook } from './create-webhook.ts'
import { findTeamWebhook, listTeamWebhooks as listRows, type TeamWebhookRow } from './team-webhooks.repo.ts'
import { viewWebhook } from './webhook.view.ts'

export async function listTeamWebhooks(
  { db }: { db: Db },
  principal: Principal,
  query: RouteQuery<typeof listRoute>,
): Promise<RouteResponse<typeof listRoute, 200>> {
  const page = readCursorPage(query, ([id]) => (isId(id) ? id : undefined))
  const { rows, next_cursor } = cutPage(await listRows(db, principal, page), page, ({ id }) => [id])
  return { webhooks: rows.map(viewTeamWebhook), next_cursor }
}

export async function getTeamWebhook(
  { db }: { db: Db },
  principal: Principal,
  webhookKey: string,
): Promise<TeamWebhook> {
  const row = await findTeamWebhook(db, principal, webhookKey)
  if (!row) throw new AppError('webhook_not_found')
  return viewTeamWebhook(row)
}

export async function createTeamWebhook(
  deps: Parameters<typeof createWebhook>[0],
  principal: Principal,
  { client_id, ...input }: RouteBody<typeof createRoute>,
): Promise<RouteResponse<typeof createRoute, 201>> {
  const key = await findOwnLiveKey(deps.db, principal, client_id)
  if (!key?.scopes.includes('webhook:write'))
    throw invalidField('client_id', 'must be an active key of yours with the permission webhook:write')
  const { webhook_key, secret } = await createWebhook(deps, key, input)
  return { webhook: await getTeamWebhook(deps, principal, webhook_key), secret }
}

function viewTeamWebhook(row: TeamWebhookRow): TeamWebhook {
  return {
    ...viewWebhook(row),
    key: {
      client_id: row.client_id,
      name: row.key_name,
      kind: row.key_kind,
      owner: { id: row.owner_id, name: row.owner_name },
    },
    is_own: row.is_own,
  }
}
