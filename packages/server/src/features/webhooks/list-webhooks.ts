import type { RouteQuery, RouteResponse, listWebhooks as route } from '@inlet/contract'
import type { Db } from '../../platform/db/database.ts'
import { cutPage, isId, readApiCursorPage } from '../../platform/http/cursor.ts'
import { viewWebhook } from './webhook.view.ts'
import type { WebhookAccess } from './webhook-access.repo.ts'
import { listWebhookRows } from './webhooks.repo.ts'

export async function listWebhooks(
  { db }: { db: Db },
  access: WebhookAccess,
  query: RouteQuery<typeof route>,
): Promise<RouteResponse<typeof route, 200>> {
  const page = readApiCursorPage(query, ([id]) => (isId(id) ? id : undefined))
  const { rows, next_cursor } = cutPage(await listWebhookRows(db, access, page), page, ({ id }) => [id])
  return { webhooks: rows.map(viewWebhook), next_cursor }
}
