/** SQL of the lists of the contract: the newest records of the projects that a key can open, however many there are. */
import { pageLimit } from '@inlet/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Page } from '../../platform/http/paging.ts'
import { canOpen, isInOpenProject } from './projects.repo.ts'
import { countOpen } from './tallies.repo.ts'

export interface NewestList {
  table: 'file' | 'insight'
  figure: 'files' | 'insights'
  /** Of a record `r`. */
  columns: RawBuilder<unknown>
}

interface Found<Item> {
  count: number
  items: Item[]
}

/** So many of the team's newest are looked at for a page before its projects are asked one by one. */
const lookedAt = 1_000

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
 * For a caller who can open most of what the team has: down the team's own index, leaving out the rest. Only ids are
 * passed over; records are read for the page alone.
 */
export function newestOfTeamQuery<Item>(
  principal: Principal,
  { table, figure, columns }: NewestList,
  page: Page,
) {
  return sql<Found<Item>>`
    select ${countOpen(principal, figure)} as count, ${itemsOf(
      table,
      columns,
      sql`select n.id from (
          select id, project_id from ${sql.table(table)} where team_id = ${principal.teamId}
          order by id desc limit ${scannedRows(page)}) n
        where ${isInOpenProject(principal, sql`n.project_id`)}
        order by n.id desc limit ${page.limit} offset ${page.offset}`,
    )} as items`
}

/** Of the first page, by far the most asked for, in the text of the query: the planner then knows how little it is. */
const scannedRows = ({ offset, limit }: Page) =>
  offset === 0 ? sql.lit(pageLimit + lookedAt) : sql`${offset + limit + lookedAt}`

/** For a caller who can open little of it, or whose part is old: the newest of each project, and of those the newest. */
export function newestByProjectQuery<Item>(principal: Principal, { table, columns }: NewestList, page: Page) {
  return sql<Pick<Found<Item>, 'items'>>`
    select ${itemsOf(
      table,
      columns,
      sql`select n.id from project p cross join lateral (
          select id from ${sql.table(table)} where project_id = p.id order by id desc limit ${page.offset + page.limit}) n
        where ${canOpen(principal)}
        order by n.id desc limit ${page.limit} offset ${page.offset}`,
    )} as items`
}

const itemsOf = (table: string, columns: RawBuilder<unknown>, ids: RawBuilder<unknown>) => sql`
  coalesce((select json_agg(page order by id desc) from (
    select r.id, ${columns} from ${sql.table(table)} r where r.id = any (array(${ids}))) page), '[]')`
