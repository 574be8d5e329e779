/** SQL of the contents of one project, in any of their orders: each kind is read from an index range and merged. */
import type { ImportFilter, ImportKind, MaterialGroup, MaterialSort } from '@inlet/contract/workspace'
import { type RawBuilder, sql } from 'kysely'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import type { CursorPage } from '../../platform/http/cursor.ts'
import { firstShown, isShownTo } from '../insights/insights.public.ts'
import { canOpen } from '../projects/projects.public.ts'
import { aliases, columns, conditions, type ImportRow, pageRows, tables } from './imports.repo.ts'

export interface MaterialSearch {
  projectId: number
  group: MaterialGroup | undefined
  filter: ImportFilter
  importedBy: number | undefined
  createdFrom: string | undefined
  createdBefore: string | undefined
  sort: MaterialSort
}

export interface MaterialCursor {
  /** As text. */
  value: string
  kind: ImportKind
  id: number
}

type SortKey = 'created_at' | 'name' | 'size' | 'duration'

export const sortKeyOf = (sort: MaterialSort): SortKey => sort.replace(/^-/, '') as SortKey
const isDescending = (sort: MaterialSort) => sort.startsWith('-')

/** A kind of import, for files with one kind of media: what an index range contains. */
interface Branch {
  kind: ImportKind
  media?: 'audio' | 'video' | 'document' | 'image'
}

const files = (...media: NonNullable<Branch['media']>[]): Branch[] =>
  media.map((one) => ({ kind: 'file', media: one }))

function branchesOf(group: MaterialGroup | undefined): Branch[] {
  if (group === undefined)
    return [...files('audio', 'video', 'document', 'image'), { kind: 'insight' }, { kind: 'survey' }]
  if (group === 'insight' || group === 'survey') return [{ kind: group }]
  return group === 'recording' ? files('audio', 'video') : files(group)
}

const none = sql`0::bigint`

/** Must equal the expression of its index. Surveys have no size, and only recordings have a duration. */
const values: Record<SortKey, (kind: ImportKind) => RawBuilder<unknown>> = {
  created_at: (kind) => sql`${aliases[kind]}.created_at`,
  name: (kind) => sql`(${aliases[kind]}.name collate natural_name)`,
  size: (kind) => (kind === 'survey' ? none : sql`coalesce(${aliases[kind]}.object_bytes, 0)`),
  // Not in an index: the recordings of the project are read and sorted.
  duration: (kind) =>
    kind === 'file'
      ? sql`coalesce((select duration_ms from recording where id = f.recording_id), 0)::bigint`
      : none,
}

const given: Record<SortKey, (value: string) => RawBuilder<unknown>> = {
  created_at: (value) => sql`${value}::timestamptz`,
  name: (value) => sql`(${value}::text collate natural_name)`,
  size: (value) => sql`${value}::bigint`,
  duration: (value) => sql`${value}::bigint`,
}

const orderOf = (sort: MaterialSort, ...names: RawBuilder<unknown>[]) => {
  const direction = isDescending(sort) ? sql`desc` : sql`asc`
  return sql.join(names.map((name) => sql`${name} ${direction}`))
}

/** The first comparison uses the index; the second is exact. */
function afterCursor({ kind }: Branch, sort: MaterialSort, after: MaterialCursor | undefined) {
  if (!after) return sql``
  const key = sortKeyOf(sort)
  const value = values[key](kind)
  const last = given[key](after.value)
  const place = sql`(${value}, ${kind}::text, ${aliases[kind]}.id)`
  const lastPlace = sql`(${last}, ${after.kind}::text, ${after.id}::bigint)`
  return isDescending(sort)
    ? sql`and ${value} <= ${last} and ${place} < ${lastPlace}`
    : sql`and ${value} >= ${last} and ${place} > ${lastPlace}`
}

const isImportedBy: Record<ImportKind, (userId: number) => RawBuilder<unknown>> = {
  file: (userId) => sql`and f.created_by = ${userId}`,
  insight: (userId) => sql`and i.created_by = ${userId}`,
  survey: (userId) =>
    sql`and exists (select from file w where w.id = s.file_id and w.created_by = ${userId})`,
}

function matches(branch: Branch, search: MaterialSearch): RawBuilder<unknown> {
  const { kind, media } = branch
  const { filter, importedBy, createdFrom, createdBefore } = search
  const createdAt = sql`${aliases[kind]}.created_at`
  return sql.join(
    [
      sql`${aliases[kind]}.project_id = ${search.projectId} and ${conditions[kind][filter]}`,
      media === undefined ? sql`` : sql`and f.kind = ${media}`,
      importedBy === undefined ? sql`` : isImportedBy[kind](importedBy),
      createdFrom === undefined ? sql`` : sql`and ${createdAt} >= ${createdFrom}::timestamptz`,
      createdBefore === undefined ? sql`` : sql`and ${createdAt} < ${createdBefore}::timestamptz`,
    ],
    sql` `,
  )
}

/** The first page of one branch, as ids and values; details are read for the page only. */
function firstOf(
  branch: Branch,
  principal: Principal,
  search: MaterialSearch,
  after: MaterialCursor | undefined,
): RawBuilder<unknown> {
  const { kind } = branch
  const id = sql`${aliases[kind]}.id`
  const value = values[sortKeyOf(search.sort)](kind)
  const selection = {
    columns: sql`${id}, ${value} as value`,
    where: sql`${matches(branch, search)} ${afterCursor(branch, search.sort, after)}
      and exists (select from project p where p.id = ${search.projectId} and ${canOpen(principal)})`,
    orderBy: orderOf(search.sort, value, id),
    limit: pageRows,
  }
  if (kind === 'insight') return firstShown(principal, selection)
  return sql`select ${selection.columns} from ${sql.table(kind)} ${aliases[kind]}
    where ${selection.where} order by ${selection.orderBy} limit ${pageRows}`
}

export interface MaterialRow extends ImportRow {
  cursor_value: string
}

export function listMaterialsQuery(
  principal: Principal,
  search: MaterialSearch,
  { limit, after }: CursorPage<MaterialCursor>,
) {
  const branches = branchesOf(search.group)
  const places = branches.map(
    (branch) =>
      sql`(select ${branch.kind}::text as kind, id, value from (${firstOf(branch, principal, search, after)}) first)`,
  )
  const shown = [...new Set(branches.map(({ kind }) => kind))].map(
    (kind) => sql`(select ${columns[kind]} from ${tables[kind]}
      where ${aliases[kind]}.id = any (array(select id from page where kind = ${kind})))`,
  )
  const order = (row: string) =>
    orderOf(search.sort, sql.ref(`${row}.value`), sql.ref(`${row}.kind`), sql.ref(`${row}.id`))
  return sql<MaterialRow>`
    with page as materialized (
      select * from (${sql.join(places, sql` union all `)}) places
      order by ${order('places')} limit ${limit + 1})
    select shown.*, page.value::text as cursor_value
    from (${sql.join(shown, sql` union all `)}) shown join page on page.kind = shown.kind and page.id = shown.id
    order by ${order('page')}`
}

export async function listMaterials(
  db: Db,
  principal: Principal,
  search: MaterialSearch,
  page: CursorPage<MaterialCursor>,
): Promise<MaterialRow[]> {
  return (await listMaterialsQuery(principal, search, page).execute(db)).rows
}

/** Users who imported something that the principal can see. The project must be open. */
export async function listImporters(
  db: Db,
  principal: Principal,
  projectId: number,
  limit: number,
): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select u.id, u.name from app_user u
    where u.team_id = ${principal.teamId} and (
      exists (select from file f where f.project_id = ${projectId} and f.created_by = u.id and ${conditions.file.all})
      or exists (select from insight i where i.project_id = ${projectId} and i.created_by = u.id
        and ${conditions.insight.all} and ${isShownTo(principal)})
      or exists (select from survey s join file w on w.id = s.file_id
        where s.project_id = ${projectId} and w.created_by = u.id and ${conditions.survey.all}))
    order by u.name, u.id limit ${limit}`.execute(db)
  return rows
}
