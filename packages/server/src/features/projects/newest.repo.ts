/** SQL of the contract's lists: the newest records in accessible projects, at any scale. */
import { pageLimit } from '@inlet/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Page } from '../../platform/http/paging.ts'
import { canOpen, isInOpenProject } from './project-access.repo.ts'
import { countOpen } from './tallies.repo.ts'

export interface NewestList {
  table: 'file' | 'insight'
  figure: 'files' | 'insights'
  /** Columns of a record `r`. */
  columns: RawBuilder<unknown>
  /** For records that are not visible to everyone with access to their project. */
  restriction?: {
    /** The columns that `isShownTo` reads. */
    columns: RawBuilder<unknown>
    /** A condition on a record `i`. */
    isShownTo: (principal: Principal) => RawBuilder<boolean>
    /** The newest visible records of `project p`, as `id`. */
    newestOfProject: (principal: Principal, limit: number) => RawBuilder<unknown>
  }
}

interface Found<Item> {
  count: number
  items: Item[]
}

/** Scans this many of the team's newest records before querying its projects one by one. */
const scanLimit = 1_000

export async function listNewest<Item>(
  db: Db,
  principal: Principal,
  list: NewestList,
  page: Page,
): Promise<Found<Item>> {
  const { rows } = await newestOfTeamQuery<Item>(principal, list, page).execute(db)
  const found = rows[0] ?? { count: 0, items: [] }
  const isWhole = found.items.length >= Math.min(page.limit, found.count - page.offset)
  if (isWhole) return found
  const { rows: others } = await newestByProjectQuery<Item>(principal, list, page).execute(db)
  return { count: found.count, items: others[0]?.items ?? [] }
}

/**
 * For callers with access to most of the team's records: scans the team's index and skips the rest. Only ids are
 * skipped; records are read for the page alone.
 */
export function newestOfTeamQuery<Item>(
  principal: Principal,
  { table, figure, columns, restriction }: NewestList,
  page: Page,
) {
  const read = restriction ? sql`, ${restriction.columns}` : sql``
  const isShown = restriction ? sql`and ${restriction.isShownTo(principal)}` : sql``
  return sql<Found<Item>>`
    select ${countOpen(principal, figure)} as count, ${itemsOf(
      table,
      columns,
      sql`select i.id from (
          select id, project_id ${read} from ${sql.table(table)} where team_id = ${principal.teamId}
          order by id desc limit ${scannedRows(page)}) i
        where ${isInOpenProject(principal, sql`i.project_id`)} ${isShown}
        order by i.id desc limit ${page.limit} offset ${page.offset}`,
    )} as items`
}

/** The first page, by far the most requested, has a literal limit so that the planner knows how small it is. */
const scannedRows = ({ offset, limit }: Page) =>
  offset === 0 ? sql.lit(pageLimit + scanLimit) : sql`${offset + limit + scanLimit}`

/** For callers with access to few or old records: merges the newest of each accessible project. */
export function newestByProjectQuery<Item>(
  principal: Principal,
  { table, columns, restriction }: NewestList,
  page: Page,
) {
  const limit = page.offset + page.limit
  const newest =
    restriction?.newestOfProject(principal, limit) ??
    sql`select id from ${sql.table(table)} where project_id = p.id order by id desc limit ${limit}`
  return sql<Pick<Found<Item>, 'items'>>`
    select ${itemsOf(
      table,
      columns,
      sql`select n.id from project p cross join lateral (${newest}) n
        where ${canOpen(principal)}
        order by n.id desc limit ${page.limit} offset ${page.offset}`,
    )} as items`
}

const itemsOf = (table: string, columns: RawBuilder<unknown>, ids: RawBuilder<unknown>) => sql`
  coalesce((select json_agg(page order by id desc) from (
    select r.id, ${columns} from ${sql.table(table)} r where r.id = any (array(${ids}))) page), '[]')`
