/** SQL of the event log. */
import { type RawBuilder, sql } from 'kysely'
import { creatorOf, type Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { onlyRow } from '../../platform/db/only-row.ts'
import { isShownTo } from '../insights/insights.public.ts'
import { isSharedWith } from '../projects/projects.public.ts'
import type { EventCursor } from './event-cursor.ts'

const eventsAtOnce = 1_000

/** Moves committed events from the outbox to the log, where they are read. Any process may call it at any time. */
export async function logEvents(db: Db): Promise<void> {
  let moved = (await hasUnlogged(db)) ? eventsAtOnce : 0
  while (moved === eventsAtOnce) {
    const { rows } = await sql<{ moved: number }>`select log_events(${eventsAtOnce}) as moved`.execute(db)
    moved = onlyRow(rows).moved
  }
}

/** Spares most calls the lock on the log. */
async function hasUnlogged(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is_any: boolean }>`select exists (select from event_outbox) as is_any`.execute(
    db,
  )
  return onlyRow(rows).is_any
}

export interface LogBounds {
  /** The end of the log: everything that is logged later has a higher position. */
  end: EventCursor
  /** The oldest day whose events are retained. */
  oldest_day: string
}

export async function readBounds(db: Db, retentionDays: number): Promise<LogBounds> {
  const { rows } = await sql<{ today: string; oldest_day: string; position: number }>`
    select greatest(day, today)::text as today, (today - ${retentionDays}::int)::text as oldest_day, position
    from event_head, (select (now() at time zone 'UTC')::date as today) clock`.execute(db)
  const { today, oldest_day, position } = onlyRow(rows)
  return { end: { day: today, position }, oldest_day }
}

/**
 * True for rows of `event e` that the principal may read now: of projects that it can open, or could until they were
 * archived or deleted, without the drafts of others; and its own.
 */
export function isVisibleEvent(principal: Principal): RawBuilder<boolean> {
  return sql<boolean>`(e.api_key_id = ${principal.keyId}::bigint or (e.api_key_id is null
    and e.project_id in (select p.id from project p where ${isSharedWith(principal)}
      union all select p.id from purged_project p where ${isSharedWith(principal)})
    and (not (e.data ? 'insight_key') or coalesce(
      (select ${isShownTo(principal)} from insight i where i.key = (e.data ->> 'insight_key')::uuid),
      e.draft_of is null or e.draft_of = ${creatorOf(principal)}))))`
}

export interface EventRow {
  day: string
  position: number
  id: string
  type: string
  project_id: number | null
  occurred_at: Date
  data: Record<string, unknown>
}

/** A row of an outer join. */
export type OrNull<Row> = { [Column in keyof Row]: Row[Column] | null }

export function isPresent<Row extends OrNull<EventRow>>(row: Row): row is Row & EventRow {
  return row.id !== null
}

export const eventColumns = sql`e.day::text as day, e.position, e.id, e.type, e.project_id, e.occurred_at, e.data`

export interface EventSearch {
  after: EventCursor
  /** Null: all. */
  types: readonly string[] | null
  projectId: number | null
  limit: number
}

export interface EventPage {
  events: EventRow[]
  /** The last event that was looked at; null when there was none. */
  last: EventCursor | null
  /** Whether the log goes on after it. */
  has_more: boolean
}

type FoundRow = OrNull<EventRow> & { last_day: string | null; last_position: number | null; scanned: number }

/** Bounds the work of one call for a caller who may see few of the events. */
export const eventsPerScan = 2_000

export function findEventsQuery(principal: Principal, { after, types, projectId, limit }: EventSearch) {
  // A transaction that began before midnight may log under the day before that of the cursor.
  return sql<FoundRow>`
    with scanned as materialized (
      select * from event where team_id = ${principal.teamId} and day >= ${after.day}::date - 1
        and position > ${after.position}
      order by day, position limit ${eventsPerScan}),
    found as (
      select ${eventColumns} from scanned e
      where (${types}::text[] is null or e.type = any (${types}::text[]))
        and (${projectId}::bigint is null or e.project_id = ${projectId}) and ${isVisibleEvent(principal)}
      order by e.day, e.position limit ${limit})
    select found.*, bounds.* from (
      select max(day)::text as last_day, max(position) as last_position, count(*) as scanned from scanned) bounds
      left join found on true
    order by found.position`
}

export async function findEvents(db: Db, principal: Principal, search: EventSearch): Promise<EventPage> {
  const { rows } = await findEventsQuery(principal, search).execute(db)
  const [first] = rows
  if (!first || first.last_day === null || first.last_position === null)
    return { events: [], last: null, has_more: false }
  const events = rows.filter(isPresent)
  const lastFound = events.at(-1)
  // A full page ends with its last event: the rest of what was scanned is read again.
  const last =
    lastFound && events.length === search.limit
      ? { day: lastFound.day, position: lastFound.position }
      : { day: first.last_day, position: first.last_position }
  const has_more = last.position < first.last_position || first.scanned === eventsPerScan
  return { events, last, has_more }
}

/** Drops the days before the oldest retained one. */
export async function dropOldEvents(db: Db, retentionDays: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'event'::regclass and c.relname < 'event_' ||
      to_char((now() at time zone 'UTC')::date - ${retentionDays}::int, 'YYYYMMDD')
    order by 1`.execute(db)
  for (const { name } of rows) await sql`drop table ${sql.table(name)}`.execute(db)
  await sql`delete from purged_project where purged_at < now() - make_interval(days => ${retentionDays + 1}::int)`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}
