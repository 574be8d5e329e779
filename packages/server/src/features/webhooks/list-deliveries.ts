import type { RouteQuery, RouteResponse, listDeliveries as route } from '@inlet/contract'
import type { Db } from '../../platform/db/database.ts'
import { cutPage, isDay, isId, readApiCursorPage } from '../../platform/http/cursor.ts'
import { listDeliveryRows } from './deliveries.repo.ts'
import { requireWebhook } from './find-webhook.ts'
import { viewDelivery } from './webhook.view.ts'
import type { WebhookAccess } from './webhook-access.repo.ts'

export async function listDeliveries(
  { db }: { db: Db },
  access: WebhookAccess,
  { webhookKey, query }: { webhookKey: string; query: RouteQuery<typeof route> },
): Promise<RouteResponse<typeof route, 200>> {
  const { id } = await requireWebhook(db, access, webhookKey)
  const page = readApiCursorPage(query, ([day, position]) =>
    isDay(day) && isId(position) ? { day, position } : undefined,
  )
  const found = await listDeliveryRows(db, id, { ...page, status: query.status })
  const { rows, next_cursor } = cutPage(found, page, ({ day, position }) => [day, position])
  return { deliveries: rows.map(viewDelivery), next_cursor }
}
