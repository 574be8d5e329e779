/** SQL of the list of deliveries and of redelivery. */
import type { DeliveryStatus } from '@inlet/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { onlyRow } from '../../platform/db/only-row.ts'
import { isRecordKey } from '../../platform/http/keys.ts'
import { isVisibleEvent } from '../events/events.public.ts'
import type { StoredAttempt } from './attempt-delivery.ts'

export interface DeliveryRow {
  key: string
  event_id: string
  type: string
  status: DeliveryStatus
  next_attempt_at: Date | null
  attempts: StoredAttempt[]
  day: string
  position: number
}

/** The place of an event in the log. */
export interface EventPlace {
  day: string
  position: number
}

const pendingColumns = sql`p.key, p.event_id, p.type, 'pending' as status, p.due_at as next_attempt_at, p.attempts,
  p.event_day::text as day, p.event_position as position`
const endedColumns = sql`d.key, d.event_id, d.type, d.status, null::timestamptz as next_attempt_at, d.attempts,
  d.event_day::text as day, d.event_position as position`

export interface DeliverySearch {
  status: DeliveryStatus | undefined
  limit: number
  after: EventPlace | undefined
}

export function listDeliveriesQuery(
  webhookId: number,
  { status, limit, after }: DeliverySearch,
): RawBuilder<DeliveryRow> {
  const newestFirst = (table: string) => {
    const day = sql.ref(`${table}.event_day`)
    const position = sql.ref(`${table}.event_position`)
    // The first condition excludes whole days.
    const afterCursor = after
      ? sql`and ${day} <= ${after.day}::date and (${day}, ${position}) < (${after.day}::date, ${after.position})`
      : sql``
    return sql`${afterCursor} order by ${day} desc, ${position} desc limit ${limit + 1}`
  }
  const pending = sql`(select ${pendingColumns} from pending_delivery p
    where p.webhook_id = ${webhookId} ${newestFirst('p')})`
  const ofStatus = status === undefined ? sql`` : sql`and d.status = ${status}`
  const ended = sql`(select ${endedColumns} from ended_delivery d
    where d.webhook_id = ${webhookId} ${ofStatus} ${newestFirst('d')})`
  if (status !== undefined) return sql<DeliveryRow>`${status === 'pending' ? pending : ended}`
  return sql<DeliveryRow>`
    ${pending} union all ${ended} order by day desc, position desc limit ${limit + 1}`
}

export async function listDeliveryRows(
  db: Db,
  webhookId: number,
  search: DeliverySearch,
): Promise<DeliveryRow[]> {
  return (await listDeliveriesQuery(webhookId, search).execute(db)).rows
}

export async function findDelivery(db: Db, webhookId: number, key: string): Promise<DeliveryRow | undefined> {
  if (!isRecordKey(key)) return undefined
  const { rows } = await sql<DeliveryRow>`
    select ${pendingColumns} from pending_delivery p where p.webhook_id = ${webhookId} and p.key = ${key}
    union all
    select ${endedColumns} from ended_delivery d where d.webhook_id = ${webhookId} and d.key = ${key}`.execute(
    db,
  )
  return rows[0]
}

/** A new round of attempts. Undefined if the webhook has no such delivery. */
export async function restartDelivery(
  tx: Tx,
  webhookId: number,
  key: string,
): Promise<DeliveryRow | undefined> {
  if (!isRecordKey(key)) return undefined
  const { rows } = await sql<DeliveryRow>`
    with ended as (
      delete from ended_delivery where webhook_id = ${webhookId} and key = ${key}
      returning webhook_id, event_day, event_position, key, event_id, type, attempts),
    known as (
      select webhook_id, event_day, event_position, key, event_id, type, attempts from ended
      union all
      select webhook_id, event_day, event_position, key, event_id, type, attempts from pending_delivery
      where webhook_id = ${webhookId} and key = ${key})
    insert into pending_delivery as p (webhook_id, event_day, event_position, key, event_id, type, attempts)
    select webhook_id, event_day, event_position, key, event_id, type, attempts from known
    on conflict (webhook_id, event_day, event_position) do update set due_at = now(), attempt_count = 0
    returning ${pendingColumns}`.execute(tx)
  if (rows.length > 0) await notifyWorkers(tx)
  return rows[0]
}

export interface RedeliverSince {
  webhookId: number
  since: Date
  after: EventPlace
  /** Events that are looked at. */
  limit: number
}

export interface RedeliveredEvents {
  count: number
  /** The last event that was looked at; null at the end of the log. */
  last: EventPlace | null
}

/** Queues the events of one stretch of the log. Earlier deliveries keep their key and their attempts. */
export async function redeliverEvents(
  tx: Tx,
  principal: Principal,
  { webhookId, since, after, limit }: RedeliverSince,
): Promise<RedeliveredEvents> {
  const { rows } = await sql<{ count: number; day: string | null; position: number | null; scanned: number }>`
    with scanned as materialized (
      select * from event where team_id = ${principal.teamId} and day >= ${after.day}::date and position > ${after.position}
      order by day, position limit ${limit}),
    wanted as (
      select e.day, e.position, e.id, e.type from scanned e join webhook w on w.id = ${webhookId}
      where e.occurred_at >= ${since} and matches_webhook(w, e.type, e.project_id) and ${isVisibleEvent(principal)}),
    ended as (
      delete from ended_delivery d using wanted e
      where d.webhook_id = ${webhookId} and d.event_day = e.day and d.event_position = e.position
      returning d.event_day, d.event_position, d.key, d.attempts),
    queued as (
      insert into pending_delivery (webhook_id, event_day, event_position, key, event_id, type, attempts)
      select ${webhookId}, e.day, e.position, coalesce(d.key, gen_random_uuid()), e.id, e.type, coalesce(d.attempts, '[]')
      from wanted e left join ended d on d.event_day = e.day and d.event_position = e.position
      on conflict (webhook_id, event_day, event_position) do update set due_at = now(), attempt_count = 0
      returning 1)
    select (select count(*) from queued) as count, max(day)::text as day, max(position) as position, count(*) as scanned
    from scanned`.execute(tx)
  const { count, day, position, scanned } = onlyRow(rows)
  if (count > 0) await notifyWorkers(tx)
  const isEnd = scanned < limit || day === null || position === null
  return { count, last: isEnd ? null : { day, position } }
}

const notifyWorkers = (tx: Tx) => sql`select pg_notify('inlet_delivery', '')`.execute(tx)

/** Drops the days whose events are no longer retained, and what deleted webhooks left behind. */
export async function dropOldDeliveries(db: Db, retentionDays: number): Promise<string[]> {
  const oldest = sql`((now() at time zone 'UTC')::date - ${retentionDays}::int)`
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'ended_delivery'::regclass and c.relname < 'ended_delivery_' || to_char(${oldest}, 'YYYYMMDD')
    order by 1`.execute(db)
  for (const { name } of rows) await sql`drop table ${sql.table(name)}`.execute(db)
  await sql`delete from pending_delivery where event_day < ${oldest}`.execute(db)
  return rows.map(({ name }) => name)
}

/** Some deliveries of deleted webhooks; 0 when there are none left. */
export async function deleteOrphanedDeliveries(db: Db, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ended_delivery where (webhook_id, event_day, event_position) in (
      select d.webhook_id, d.event_day, d.event_position from ended_delivery d
      where not exists (select from webhook w where w.id = d.webhook_id) limit ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export interface DeliveryMetrics {
  pending: number
  /** Age of the longest overdue delivery to a receiver that works; 0 when none is due. */
  oldestDueSeconds: number
}

export async function readDeliveryMetrics(db: Db): Promise<DeliveryMetrics> {
  const { rows } = await sql<DeliveryMetrics>`
    select count(*) as pending, coalesce(extract(epoch from now() - min(p.due_at) filter (
      where p.due_at <= now() and w.lane <> 'unproven')), 0)::float8 as "oldestDueSeconds"
    from pending_delivery p join webhook w on w.id = p.webhook_id`.execute(db)
  return onlyRow(rows)
}
