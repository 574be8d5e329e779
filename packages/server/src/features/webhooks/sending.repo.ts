/** SQL of sending: leases of webhooks, their due deliveries, and the results. */
import { sql } from 'kysely'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import {
  type EventRow,
  eventColumns,
  isPresent,
  isVisibleEvent,
  type OrNull,
} from '../events/events.public.ts'
import type { StoredAttempt } from './attempt-delivery.ts'
import { failingDays, type Lane, probeEveryMs } from './delivery.policy.ts'
import { activeSecrets, type SealedSecretsRow } from './webhooks.repo.ts'

/** Longer than any turn. After a crash, another worker takes over when it has expired. */
const leaseSeconds = 30

export interface Lease {
  webhookId: number
  lease: string
}

/** Webhooks of a lane that have something due and are not leased, the one that has waited longest first. */
export function claimWebhooksQuery(lane: Lane, count: number) {
  return sql<{ id: number; lease: string | null }>`
    update webhook w set lease = gen_random_uuid(), leased_until = now() + make_interval(secs => ${leaseSeconds}),
      served_at = now()
    from (
      select d.id from webhook d
      where d.status = 'enabled' and d.lane = ${lane} and (d.leased_until is null or d.leased_until < now())
        and (d.lane <> 'unproven' or d.served_at is null
          or d.served_at <= now() - make_interval(secs => ${probeEveryMs / 1000}::float8))
        and exists (select from pending_delivery p where p.webhook_id = d.id and p.due_at <= now())
      order by d.served_at nulls first limit ${count} for update skip locked) due
    where w.id = due.id returning w.id, w.lease`
}

export async function claimWebhooks(db: Db, lane: Lane, count: number): Promise<Lease[]> {
  const { rows } = await claimWebhooksQuery(lane, count).execute(db)
  return rows.flatMap(({ id, lease }) => (lease === null ? [] : [{ webhookId: id, lease }]))
}

export interface LeasedWebhook extends SealedSecretsRow {
  url: string
  api_key_id: number
}

/** Undefined if it was disabled or deleted since it was claimed. */
export async function findLeased(db: Db, { webhookId, lease }: Lease): Promise<LeasedWebhook | undefined> {
  const { rows } = await sql<LeasedWebhook>`
    select w.url, w.api_key_id, ${activeSecrets} from webhook w
    where w.id = ${webhookId} and w.lease = ${lease} and w.status = 'enabled'`.execute(db)
  return rows[0]
}

export interface DueDelivery {
  key: string
  attempt_count: number
  /** Null if the API key may not see the event, or it is no longer retained. */
  event: EventRow | null
}

type DueRow = Pick<DueDelivery, 'key' | 'attempt_count'> & { is_visible: boolean } & OrNull<EventRow>

export interface DueSearch {
  limit: number
  /** Keys of deliveries that were read before and have no saved result yet. */
  except: readonly string[]
}

export interface DueOf {
  id: number
  /** The API key that the webhook belongs to. */
  key: Principal
}

export function listDueQuery({ id, key }: DueOf, { limit, except }: DueSearch) {
  return sql<DueRow>`
    select p.key, p.attempt_count, coalesce(${isVisibleEvent(key)}, false) as is_visible, ${eventColumns}
    from (
      select key, attempt_count, due_at, event_day, event_position from pending_delivery
      -- A subquery, because PostgreSQL hashes it. It would search an array from its start for each row.
      where webhook_id = ${id} and due_at <= now() and key not in (select unnest(${except}::uuid[]))
      order by due_at limit ${limit}) p
      -- One at a time by primary key: as a plain join, PostgreSQL may read whole days.
      left join lateral (
        select event.* from event where day = p.event_day and position = p.event_position limit 1) e on true
    order by p.due_at, p.event_position`
}

export async function listDue(db: Db, webhook: DueOf, search: DueSearch): Promise<DueDelivery[]> {
  const { rows } = await listDueQuery(webhook, search).execute(db)
  return rows.map(({ key, attempt_count, is_visible, ...event }) => ({
    key,
    attempt_count,
    event: is_visible && isPresent(event) ? event : null,
  }))
}

export interface DeliveryResult {
  key: string
  /** `dropped`: the API key may not see the event, so the delivery disappears. */
  outcome: 'succeeded' | 'failed' | 'retried' | 'dropped'
  /** Until the next attempt of a `retried` delivery. */
  delayMs: number
  attempt: StoredAttempt | null
}

export interface LeaseUpdate {
  /** Null if nothing was attempted. */
  hasSucceeded: boolean | null
  /** The lane of the next turn, which ends the lease; null while the turn goes on. */
  nextLane: Lane | null
}

/** Undefined if the lease was lost: another worker sends the deliveries again. */
export async function updateLease(
  tx: Tx,
  { webhookId, lease }: Lease,
  { hasSucceeded, nextLane }: LeaseUpdate,
): Promise<{ has_failed_too_long: boolean } | undefined> {
  const { rows } = await sql<{ has_failed_too_long: boolean }>`
    update webhook w set lane = coalesce(${nextLane}::text, w.lane),
      lease = case when ${nextLane}::text is null then w.lease end,
      leased_until = case when ${nextLane}::text is null then now() + make_interval(secs => ${leaseSeconds}) end,
      failing_since = case when ${hasSucceeded}::boolean then null when ${hasSucceeded}::boolean is null then w.failing_since
        else coalesce(w.failing_since, now()) end
    where w.id = ${webhookId} and w.lease = ${lease}
    returning coalesce(w.failing_since <= now() - make_interval(days => ${failingDays}), false) as has_failed_too_long`.execute(
    tx,
  )
  return rows[0]
}

/** Deliveries that were deleted in the meantime are ignored. */
export async function saveResults(tx: Tx, results: readonly DeliveryResult[]): Promise<void> {
  const isRetried = ({ outcome }: DeliveryResult) => outcome === 'retried'
  const retried = results.filter(isRetried)
  const ended = results.filter((result) => !isRetried(result))
  if (retried.length > 0) await postpone(tx, retried)
  if (ended.length > 0) await endDeliveries(tx, ended)
}

/** Newest first, at most 20. */
const allAttempts = sql`jsonb_path_query_array(r.attempt || p.attempts, '$[0 to 19]')`

async function postpone(tx: Tx, results: readonly DeliveryResult[]): Promise<void> {
  await sql`
    update pending_delivery p set attempt_count = p.attempt_count + 1, attempts = ${allAttempts},
      due_at = now() + make_interval(secs => r."delayMs" / 1000)
    from jsonb_to_recordset(${toRecords(results)}::jsonb) as r (key uuid, "delayMs" float8, attempt jsonb)
    where p.key = r.key`.execute(tx)
}

async function endDeliveries(tx: Tx, results: readonly DeliveryResult[]): Promise<void> {
  await sql`
    with ended as (
      -- By an array: to join the results, PostgreSQL would read the whole table for each batch.
      delete from pending_delivery where key = any (${results.map(({ key }) => key)}::uuid[]) returning *)
    insert into ended_delivery (webhook_id, event_day, event_position, key, event_id, type, status, attempts)
    select p.webhook_id, p.event_day, p.event_position, p.key, p.event_id, p.type, r.outcome, ${allAttempts}
    from ended p
      join jsonb_to_recordset(${toRecords(results)}::jsonb) as r (key uuid, outcome text, attempt jsonb) on r.key = p.key
    where r.outcome <> 'dropped'
    on conflict (webhook_id, event_day, event_position) do update set status = excluded.status, attempts = excluded.attempts`.execute(
    tx,
  )
}

/** Each attempt as an array, so that it can be put in front of the earlier ones. */
const toRecords = (results: readonly DeliveryResult[]) =>
  JSON.stringify(
    results.map(({ attempt, ...result }) => ({ ...result, attempt: attempt === null ? [] : [attempt] })),
  )
