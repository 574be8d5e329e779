/** SQL of the contract's lists with filters, order and cursors: index ranges only, at any scale (docs/adr/0081). */
import { pageLimit } from '@inlet/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { updatedAt } from '../../platform/db/updated-at.ts'
import type { RecordOrder, RecordPosition } from '../../platform/http/record-query.ts'
import { canOpen, isInOpenProject } from './project-access.repo.ts'
import { countOpen } from './tallies.repo.ts'

export interface RecordList {
  table: 'file' | 'insight' | 'survey'
  /** The column of the public key. */
  key: 'key' | 'upload_key'
  /** Columns of a record `r` that an item has. */
  columns: RawBuilder<unknown>
  /** What is compared by equality, as two columns of a record `i`: the start of every index of the list. */
  group: RawBuilder<unknown>
  /** Where counts are kept for whole projects; otherwise they are counted. */
  figure?: 'files' | 'insights'
}

export interface RecordSearch {
  projectId: number | undefined
  externalId: string | undefined
  createdFrom: string | undefined
  createdBefore: string | undefined
  /** Rows of two columns: the values of `group` that match and that the principal may see. */
  groups: RawBuilder<unknown>
  /** Whether `groups` leaves out anything that the principal may see. */
  isGrouped: boolean
  /** What `groups` leaves out, if most records are in `groups`: then it is counted instead. */
  otherGroups?: RawBuilder<unknown> | undefined
  order: RecordOrder
  after: RecordPosition | undefined
  limit: number
  offset: number
  isCounted: boolean
}

export type Listed<Item> = Item & { cursor_at: string; cursor_key: string }

interface RecordPage<Item> {
  /** Null if it was not asked for. */
  count: number | null
  items: Listed<Item>[]
  /** False if there may be more than was scanned. */
  is_whole: boolean
}

/** Entries of each group that are scanned beyond the page before the projects are searched one by one. */
const scanLimit = 200

/** Records of each group in a range of creation times that are sorted by their last change. */
const sortLimit = 5_000

export async function listRecords<Item>(
  db: Db,
  principal: Principal,
  list: RecordList,
  search: RecordSearch,
): Promise<{ count: number | null; items: Listed<Item>[] }> {
  let count: number | null = null
  let items: Listed<Item>[] = []
  for (const query of recordQueries<Item>(principal, list, search)) {
    const { rows } = await query.execute(db)
    const [found] = rows
    count ??= found?.count ?? null
    items = found?.items ?? []
    if (found?.is_whole || items.length >= search.limit) break
  }
  return { count, items }
}

/** To be run until one fills the page or knows that there is no more. The first is enough for most callers. */
export function recordQueries<Item>(
  principal: Principal,
  list: RecordList,
  search: RecordSearch,
): RawBuilder<RecordPage<Item>>[] {
  const one: Statement = { principal, list, search }
  const state = (places: RawBuilder<unknown>, isWhole: RawBuilder<unknown>, index = 0) =>
    sql<
      RecordPage<Item>
    >`with ${places} select ${search.isCounted && index === 0 ? countOf(one) : sql`null::bigint`} as count,
      ${itemsOf(one)} as items, ${isWhole} as is_whole`
  const all = (places: RawBuilder<unknown>, index = 0) =>
    state(sql`place as materialized (${places})`, sql`true`, index)
  if (search.externalId !== undefined) return [all(placesByExternalId(one))]
  if (isSortedAfterwards(search))
    return [
      state(scannedPlaces(one), hasScannedAll),
      state(sortedPlaces(one), hasSortedAll, 1),
      all(placesByProject(one), 2),
    ]
  if (search.projectId !== undefined) return [all(placesByProject(one))]
  return [state(scannedPlaces(one), hasScannedAll), all(placesByProject(one), 1)]
}

interface Statement {
  principal: Principal
  list: RecordList
  search: RecordSearch
}

const atOf = ({ by }: RecordOrder, row: string): RawBuilder<Date> =>
  by === 'created' ? sql`${sql.ref(`${row}.created_at`)}` : updatedAt(row)

const placeOf = ({ list, search }: Statement) =>
  sql`i.${sql.ref(list.key)} as key, ${atOf(search.order, 'i')} as at, i.project_id, i.created_at`

/** In the order of the list, for rows with `at` and `key`. */
const byPlace = ({ isDescending }: RecordOrder, row: string) => {
  const direction = isDescending ? sql`desc` : sql`asc`
  return sql`${sql.ref(`${row}.at`)} ${direction}, ${sql.ref(`${row}.key`)} ${direction}`
}

const byIndex = ({ list, search: { order } }: Statement) => {
  const direction = order.isDescending ? sql`desc` : sql`asc`
  return sql`${atOf(order, 'i')} ${direction}, i.${sql.ref(list.key)} ${direction}`
}

/** Never the key of a record. */
const firstKey = '00000000-0000-0000-0000-000000000000'

/** The bounds of the time that a list is ordered by. What was created since then was changed since then. */
const boundsOf = ({ order, createdFrom, createdBefore }: RecordSearch) => ({
  from: createdFrom ?? '-infinity',
  before: (order.by === 'created' ? createdBefore : undefined) ?? 'infinity',
})

/**
 * The part of the index that is left: after the cursor and within the bounds. One comparison marks the start, because an index
 * scan begins at the first one that it finds, and skips up to another entry by entry. Always present, and infinite where
 * nothing is asked for: one statement for all pages, and no alternatives to plan.
 */
function isInReach({ list, search }: Statement): RawBuilder<unknown> {
  const { order, after } = search
  const at = atOf(order, 'i')
  const place = sql`(${at}, i.${sql.ref(list.key)})`
  const { from, before } = boundsOf(search)
  const key = sql`${after?.key ?? firstKey}::uuid`
  if (order.isDescending) {
    const last = sql`${after?.at ?? 'infinity'}::timestamptz`
    return sql`${place} < (least(${last}, ${before}::timestamptz),
        case when ${last} < ${before}::timestamptz then ${key} else ${firstKey}::uuid end)
      and ${at} >= ${from}::timestamptz`
  }
  const last = sql`${after?.at ?? '-infinity'}::timestamptz`
  return sql`${place} > (greatest(${last}, ${from}::timestamptz),
      case when ${last} >= ${from}::timestamptz then ${key} else ${firstKey}::uuid end)
    and ${at} < ${before}::timestamptz`
}

const isCreatedWithin = ({ createdFrom, createdBefore }: RecordSearch, row: string) => sql`
  ${sql.ref(`${row}.created_at`)} >= ${createdFrom ?? '-infinity'}::timestamptz
    and ${sql.ref(`${row}.created_at`)} < ${createdBefore ?? 'infinity'}::timestamptz`

const hasTimes = ({ createdFrom, createdBefore }: RecordSearch) =>
  createdFrom !== undefined || createdBefore !== undefined

/** Selected by one time and ordered by the other: no index does both. */
const isSortedAfterwards = (search: RecordSearch) => search.order.by === 'updated' && hasTimes(search)

/** Literal on all pages but those by offset, so that the planner knows how few rows are needed. */
const firstRows = ({ limit, offset }: RecordSearch, extra = 0) =>
  offset === 0 ? sql.lit(pageLimit + 1 + extra) : sql`${offset + limit + extra}`

const asGroups = (groups: RawBuilder<unknown>) => sql`(${groups}) as g (first, second)`
const groupsOf = ({ search }: Statement) => asGroups(search.groups)
const inGroup = ({ list }: Statement) => sql`(${list.group}) = (g.first, g.second)`

const canOpenProject = ({ principal, search }: Statement) =>
  sql`exists (select from project p where p.id = ${search.projectId} and ${canOpen(principal)})`

/** Entries of the team or of one project. */
const inScope = ({ principal, search }: Statement) =>
  search.projectId === undefined
    ? sql`i.team_id = ${principal.teamId}`
    : sql`i.project_id = ${search.projectId}`

/** Of those entries, as rows `s`, the ones that the principal can open. */
const isOpen = (one: Statement) =>
  one.search.projectId === undefined ? isInOpenProject(one.principal, sql`s.project_id`) : canOpenProject(one)

/**
 * The first entries of each group, in the team or in one project, without those that the principal may not see. What lies
 * behind the end of a group that was cut off is not known, so places stop there.
 */
function scannedPlaces(one: Statement): RawBuilder<unknown> {
  const { list, search } = one
  const rows = firstRows(search, scanLimit)
  const times = isSortedAfterwards(search) ? sql`and ${isCreatedWithin(search, 's')}` : sql``
  const isKnown = search.order.isDescending
    ? sql`(s.at, s.key) >= (e.at, e.key)`
    : sql`(s.at, s.key) <= (e.at, e.key)`
  return sql`scanned as materialized (
      select i.*, i.number = ${rows} as is_cut_off from ${groupsOf(one)} cross join lateral (
        select ${placeOf(one)}, row_number() over (order by ${byIndex(one)}) as number
        from ${sql.table(list.table)} i
        where ${inScope(one)} and ${inGroup(one)} and ${isInReach(one)}
        order by ${byIndex(one)} limit ${rows}) i),
    scan_end as (select s.at, s.key from scanned s where s.is_cut_off order by ${byPlace(search.order, 's')} limit 1),
    place as materialized (
      select s.key, s.at from scanned s
      where ${isOpen(one)} ${times} and not exists (select from scan_end e where not ${isKnown})
      order by ${byPlace(search.order, 's')} limit ${search.limit} offset ${search.offset})`
}

const hasScannedAll = sql`not exists (select from scan_end)`

/** A short range of creation times as a whole, sorted by the last change. Nothing if a group has more than can be sorted. */
function sortedPlaces(one: Statement): RawBuilder<unknown> {
  const { list, search } = one
  const rows = sql.lit(sortLimit + 1)
  return sql`ranged as materialized (
      select i.*, i.number = ${rows} as is_cut_off from ${groupsOf(one)} cross join lateral (
        select ${placeOf(one)}, row_number() over (order by i.created_at) as number from ${sql.table(list.table)} i
        where ${inScope(one)} and ${inGroup(one)} and ${isCreatedWithin(search, 'i')}
        order by i.created_at limit ${rows}) i),
    place as materialized (
      select s.key, s.at from ranged s
      where ${isOpen(one)} ${afterCursor(search)} and ${hasSortedAll}
      order by ${byPlace(search.order, 's')} limit ${search.limit} offset ${search.offset})`
}

function afterCursor({ order, after }: RecordSearch): RawBuilder<unknown> {
  if (!after) return sql``
  const last = sql`(${after.at}::timestamptz, ${after.key}::uuid)`
  return order.isDescending ? sql`and (s.at, s.key) < ${last}` : sql`and (s.at, s.key) > ${last}`
}

const hasSortedAll = sql`not exists (select from ranged where is_cut_off)`

/** The first of each group of one project, or of every project that the principal can open. */
function placesByProject(one: Statement): RawBuilder<unknown> {
  const { principal, list, search } = one
  const isOneProject = search.projectId !== undefined
  const project = isOneProject ? sql`${search.projectId}` : sql`p.id`
  const projects = isOneProject ? sql`` : sql`project p cross join`
  const times = isSortedAfterwards(search) ? sql`and ${isCreatedWithin(search, 'i')}` : sql``
  return sql`
    select i.key, i.at from ${projects} ${groupsOf(one)} cross join lateral (
      select ${placeOf(one)} from ${sql.table(list.table)} i
      where i.project_id = ${project} and ${inGroup(one)} and ${isInReach(one)} ${times}
      order by ${byIndex(one)} limit ${firstRows(search)}) i
    where ${isOneProject ? canOpenProject(one) : canOpen(principal)}
    order by ${byPlace(search.order, 'i')} limit ${search.limit} offset ${search.offset}`
}

function placesByExternalId(one: Statement): RawBuilder<unknown> {
  const { list, search } = one
  return sql`
    select ${placeOf(one)} from ${sql.table(list.table)} i
    where ${withExternalId(one)} and ${isInReach(one)}
    order by ${byIndex(one)} limit ${search.limit} offset ${search.offset}`
}

function withExternalId(one: Statement): RawBuilder<unknown> {
  const { principal, list, search } = one
  const inProject = search.projectId === undefined ? sql`` : sql`and i.project_id = ${search.projectId}`
  return sql`i.team_id = ${principal.teamId} and i.external_id = ${search.externalId} and ${isCreatedWithin(search, 'i')}
    and (${list.group}) in (${search.groups}) ${inProject} and ${isInOpenProject(principal, sql`i.project_id`)}`
}

const itemsOf = ({ list, search: { order } }: Statement) => sql`
  coalesce((select json_agg(page order by page.cursor_at_exact ${order.isDescending ? sql`desc` : sql`asc`},
      page.cursor_key ${order.isDescending ? sql`desc` : sql`asc`}) from (
    select ${list.columns}, r.${sql.ref(list.key)} as cursor_key, ${atOf(order, 'r')} as cursor_at_exact,
      ${atOf(order, 'r')}::text as cursor_at
    from ${sql.table(list.table)} r where r.${sql.ref(list.key)} = any (array(select key from place))) page), '[]')`

/**
 * Whole projects are tallied, and of most of their records the others are subtracted. Anything else is counted, by index alone:
 * the time grows with the number of matches, which a cursor avoids.
 */
function countOf(one: Statement): RawBuilder<unknown> {
  const { principal, list, search } = one
  if (search.externalId !== undefined)
    return sql`(select count(*) from ${sql.table(list.table)} i where ${withExternalId(one)})`
  if (hasTimes(search) || !list.figure) return countGroups(one, search.groups)
  const total = countOpen(principal, list.figure, search.projectId)
  if (!search.isGrouped) return total
  return search.otherGroups
    ? sql`(${total} - ${countGroups(one, search.otherGroups)})`
    : countGroups(one, search.groups)
}

function countGroups(one: Statement, groups: RawBuilder<unknown>): RawBuilder<unknown> {
  const { principal, list, search } = one
  const scope =
    search.projectId === undefined
      ? sql`i.team_id = ${principal.teamId} and ${isInOpenProject(principal, sql`i.project_id`)}`
      : sql`i.project_id = ${search.projectId} and ${canOpenProject(one)}`
  const times = hasTimes(search) ? sql`and ${isCreatedWithin(search, 'i')}` : sql``
  return sql`(select coalesce(sum(n), 0)::bigint from ${asGroups(groups)} cross join lateral (
    select count(*) as n from ${sql.table(list.table)} i where ${scope} and ${inGroup(one)} ${times}) counted)`
}
