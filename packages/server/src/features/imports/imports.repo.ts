/** SQL of files, insights and surveys as one list. */
import type { FileStage } from '@inlet/contract'
import {
  cursorPageLimit,
  type ImportFilter,
  type ImportKind,
  type ImportStatus,
} from '@inlet/contract/workspace'
import { type RawBuilder, sql } from 'kysely'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import type { CursorPage, Timestamp } from '../../platform/http/cursor.ts'
import { firstShown, isShownTo } from '../insights/insights.public.ts'
import { canOpen, countUnfinished, isInOpenProject, originalKey } from '../projects/projects.public.ts'
import { isProtected } from '../recording-processing/recording-processing.public.ts'

export interface ImportRow {
  kind: ImportKind
  id: number
  key: string
  name: string
  media: 'audio' | 'video' | 'document' | 'image' | null
  project_id: number
  project_name: string
  status: ImportStatus
  is_draft: boolean
  stage: FileStage | null
  percent: number | null
  seconds_left: number | null
  parts_done: number | null
  parts_total: number | null
  failure_code: string | null
  failure_message: string | null
  notices: string[]
  by_id: number
  by_name: string
  key_name: string | null
  created_at: Date
  started_at: Date | null
  completed_at: Date | null
  cursor_at: Timestamp
  /** Object key of the original; null when it must not be shown. */
  original_key: string | null
}

export interface ImportCursor {
  at: Timestamp
  kind: ImportKind
  id: number
}

/** Must equal the predicate of its partial index, or PostgreSQL does not use it. */
export const conditions: Record<ImportKind, Record<ImportFilter, RawBuilder<boolean>>> = {
  file: {
    needs_attention: sql`f.status = 'error'`,
    working: sql`f.status = 'processing' and f.kind <> 'survey'`,
    done: sql`f.status <> 'pending_upload' and f.kind <> 'survey' and f.status = 'completed'`,
    all: sql`f.status <> 'pending_upload' and f.kind <> 'survey'`,
  },
  insight: {
    needs_attention: sql`i.phase = 'failed'`,
    working: sql`i.phase = 'processing'`,
    done: sql`i.phase <> 'awaiting_upload' and i.phase = 'completed'`,
    all: sql`i.phase <> 'awaiting_upload'`,
  },
  // A survey that is missing parts needs attention, unless an earlier import of it completed.
  survey: {
    needs_attention: sql`s.started_at is not null
      and (s.status = 'FAILED' or (s.status = 'AWAITING_UPLOAD' and s.completed_at is null))`,
    working: sql`s.started_at is not null and s.status in ('VALIDATING', 'PROCESSING')`,
    done: sql`s.started_at is not null
      and (s.status = 'COMPLETED' or (s.status = 'AWAITING_UPLOAD' and s.completed_at is not null))`,
    all: sql`s.started_at is not null`,
  },
}

export const tables: Record<ImportKind, RawBuilder<unknown>> = {
  file: sql`file f join project p on p.id = f.project_id`,
  insight: sql`insight i join project p on p.id = i.project_id`,
  survey: sql`survey s join project p on p.id = s.project_id`,
}

export const aliases: Record<ImportKind, RawBuilder<unknown>> = {
  file: sql`f`,
  insight: sql`i`,
  survey: sql`s`,
}

/** Same columns in the same order for each kind. */
export const columns: Record<ImportKind, RawBuilder<unknown>> = {
  file: sql`'file' as kind, f.id, f.key::text as key, f.name, f.kind as media, p.id as project_id, p.name as project_name,
    case f.status when 'processing' then 'working' when 'error' then 'failed' else 'ready' end as status,
    false as is_draft, f.stage, f.percent, f.seconds_left, null::bigint as parts_done, null::bigint as parts_total,
    f.failure_code, f.failure_message,
    coalesce((select notices from recording where id = f.recording_id),
      (select notices from extraction where id = f.extraction_id), '{}') as notices,
    f.created_by as by_id, (select name from app_user where id = f.created_by) as by_name,
    (select name from api_key where id = f.api_key_id) as key_name,
    f.created_at, f.started_at, f.completed_at, f.created_at::text as cursor_at,
    ${originalKey('f')} as original_key`,
  insight: sql`'insight' as kind, i.id, i.key::text as key, i.name, 'document' as media, p.id as project_id,
    p.name as project_name,
    case i.phase when 'processing' then 'working' when 'failed' then 'failed' else 'ready' end as status,
    i.state = 1 as is_draft, case when i.phase = 'processing' then i.stage end as stage, i.percent, i.seconds_left,
    null::bigint as parts_done, null::bigint as parts_total, i.failure_code, i.failure_message,
    coalesce((select notices from extraction where id = i.extraction_id), '{}') as notices,
    i.created_by as by_id, (select name from app_user where id = i.created_by) as by_name,
    (select name from api_key where id = i.api_key_id) as key_name,
    i.created_at, i.started_at, i.completed_at, i.created_at::text as cursor_at, i.object_key as original_key`,
  survey: sql`'survey' as kind, s.id, s.upload_key::text as key, s.name, null as media, p.id as project_id,
    p.name as project_name,
    case when s.status in ('VALIDATING', 'PROCESSING') then 'working' when s.status = 'FAILED' then 'failed'
      when s.status = 'AWAITING_UPLOAD' and s.completed_at is null then 'waiting' else 'ready' end as status,
    false as is_draft, null as stage, null::smallint as percent, null::integer as seconds_left,
    (select count(*) from survey_part where survey_id = s.id and status = 'PROCESSED') as parts_done,
    (s.part_count - s.withdrawn_part_count)::bigint as parts_total, s.error_details ->> 'code' as failure_code,
    s.error_details ->> 'message' as failure_message, '{}'::text[] as notices,
    (select created_by from file where id = s.file_id) as by_id,
    (select u.name from app_user u join file w on w.created_by = u.id where w.id = s.file_id) as by_name,
    (select name from api_key where id = s.api_key_id) as key_name,
    s.created_at, s.started_at, s.completed_at, s.created_at::text as cursor_at, null as original_key`,
}

export const importKinds: readonly ImportKind[] = ['file', 'insight', 'survey']

/** All records of one kind that the principal may see. */
function visibleTo(principal: Principal, kind: ImportKind): RawBuilder<boolean> {
  return sql`${aliases[kind]}.team_id = ${principal.teamId} and ${canOpen(principal)} ${drafts(kind, principal)}`
}

export interface ImportSearch {
  filter: ImportFilter
  projectId: number | undefined
}

/** Inlined as a literal: as a parameter, PostgreSQL would estimate a tenth of all rows. */
export const pageRows = sql.lit(cursorPageLimit + 1)

/** Scans this many of the team's newest before querying its projects one by one. */
const scanLimit = sql.lit(400)

/** Where to search for imports of one kind. */
type Reach = 'team' | 'project' | 'projects'

interface Part {
  kind: ImportKind
  principal: Principal
  search: ImportSearch
  after: ImportCursor | undefined
}

/** The newest of one kind as ids and times; details are read for the page only. */
const newest: Record<Reach, (part: Part) => RawBuilder<unknown>> = {
  // Scans the team's index and skips inaccessible rows; unfinished imports are always few.
  team({ kind, principal, search, after }) {
    const alias = aliases[kind]
    const bound = search.filter === 'working' ? sql`` : sql`limit ${scanLimit}`
    return sql`select ${alias}.id, ${alias}.created_at from (
        select * from ${sql.table(kind)} ${alias}
        where ${alias}.team_id = ${principal.teamId} and ${conditions[kind][search.filter]} ${afterCursor(kind, after)}
        order by ${newestFirst(kind)} ${bound}) ${alias}
      where ${isInOpenProject(principal, sql`${alias}.project_id`)} ${drafts(kind, principal)} order by ${newestFirst(kind)} limit ${pageRows}`
  },
  project({ kind, principal, search, after }) {
    const alias = aliases[kind]
    return firstOf(
      kind,
      principal,
      sql`${alias}.project_id = ${search.projectId} and ${conditions[kind][search.filter]} ${afterCursor(kind, after)}
        and exists (select from project p where p.id = ${search.projectId} and ${canOpen(principal)})`,
    )
  },
  // For principals with access to few or none of the newest records.
  projects({ kind, principal, search, after }) {
    const alias = aliases[kind]
    const where = sql`${alias}.project_id = p.id and ${conditions[kind][search.filter]} ${afterCursor(kind, after)}`
    return sql`select ${alias}.id, ${alias}.created_at from project p cross join lateral (
        ${firstOf(kind, principal, where)}) ${alias}
      where ${canOpen(principal)} order by ${newestFirst(kind)} limit ${pageRows}`
  },
}

/** The first visible page of one kind. */
function firstOf(kind: ImportKind, principal: Principal, where: RawBuilder<unknown>): RawBuilder<unknown> {
  const alias = aliases[kind]
  const selection = {
    columns: sql`${alias}.id, ${alias}.created_at`,
    where,
    orderBy: newestFirst(kind),
    limit: pageRows,
  }
  if (kind === 'insight') return firstShown(principal, selection)
  return sql`select ${selection.columns} from ${sql.table(kind)} ${alias}
    where ${where} order by ${selection.orderBy} limit ${pageRows}`
}

const newestFirst = (kind: ImportKind) => sql`${aliases[kind]}.created_at desc, ${aliases[kind]}.id desc`

const drafts = (kind: ImportKind, principal: Principal) =>
  kind === 'insight' ? sql`and ${isShownTo(principal)}` : sql``

/** The first comparison uses the index; the second is exact. */
function afterCursor(kind: ImportKind, after: ImportCursor | undefined): RawBuilder<unknown> {
  const alias = aliases[kind]
  return after
    ? sql`and ${alias}.created_at <= ${after.at}::timestamptz
        and (${alias}.created_at, ${kind}::text, ${alias}.id) < (${after.at}::timestamptz, ${after.kind}::text, ${after.id}::bigint)`
    : sql``
}

export function listImportsQuery(
  principal: Principal,
  search: ImportSearch,
  { limit, after }: CursorPage<ImportCursor>,
  reach: Reach = search.projectId === undefined ? 'team' : 'project',
) {
  const places = importKinds.map(
    (kind) => sql`(select ${kind}::text as kind, newest.id, newest.created_at
      from (${newest[reach]({ kind, principal, search, after })}) newest)`,
  )
  const shown = importKinds.map(
    (kind) => sql`(select ${columns[kind]} from ${tables[kind]}
      where ${aliases[kind]}.id = any (array(select id from page where kind = ${kind})))`,
  )
  return sql<ImportRow>`
    with page as materialized (
      select * from (${sql.join(places, sql` union all `)}) places
      order by created_at desc, kind desc, id desc limit ${limit + 1})
    select * from (${sql.join(shown, sql` union all `)}) shown
    order by created_at desc, kind desc, id desc`
}

export async function listImports(
  db: Db,
  principal: Principal,
  search: ImportSearch,
  page: CursorPage<ImportCursor>,
): Promise<ImportRow[]> {
  const { rows } = await listImportsQuery(principal, search, page).execute(db)
  const isShort = search.projectId === undefined && rows.length <= page.limit
  if (!isShort || search.filter === 'working') return rows
  return (await listImportsQuery(principal, search, page, 'projects').execute(db)).rows
}

/** At most `max` of each. Files and insights come from tallies; surveys are few. */
export async function countImports(
  db: Db,
  principal: Principal,
  projectId: number | undefined,
  max: number,
): Promise<{ needs_attention: number; working: number }> {
  const { failed, working } = await countUnfinished(db, principal, projectId)
  const inProject = projectId === undefined ? sql`` : sql`and s.project_id = ${projectId}`
  const count = (filter: ImportFilter) => sql`(select count(*) from survey s
    where s.team_id = ${principal.teamId} and ${conditions.survey[filter]} ${inProject}
      and ${isInOpenProject(principal, sql`s.project_id`)})`
  const { rows } = await sql<{ needs_attention: number; working: number }>`
    select ${count('needs_attention')} as needs_attention, ${count('working')} as working`.execute(db)
  return {
    needs_attention: Math.min(max, failed + (rows[0]?.needs_attention ?? 0)),
    working: Math.min(max, working + (rows[0]?.working ?? 0)),
  }
}

export async function findImport(
  db: Db,
  principal: Principal,
  kind: ImportKind,
  key: string,
): Promise<ImportRow | undefined> {
  const column = kind === 'survey' ? sql`upload_key` : sql`key`
  const { rows } = await sql<ImportRow>`
    select ${columns[kind]} from ${tables[kind]}
    where ${aliases[kind]}.${column} = ${key}::uuid and ${visibleTo(principal, kind)} and ${conditions[kind].all}`.execute(
    db,
  )
  return rows[0]
}

export async function findImportsByIds(
  db: Db,
  principal: Principal,
  kind: ImportKind,
  ids: readonly number[],
): Promise<ImportRow[]> {
  const { rows } = await sql<ImportRow>`
    select ${columns[kind]} from ${tables[kind]}
    where ${aliases[kind]}.id = any (${[...ids]}::bigint[]) and ${visibleTo(principal, kind)} and ${conditions[kind].all}
    order by ${aliases[kind]}.created_at, ${aliases[kind]}.id`.execute(db)
  return rows
}

export interface StepTimes {
  converted_at: Date | null
  read_at: Date | null
  transcribed_at: Date | null
  /** Protected recordings show one step for everything between upload and result. */
  is_private: boolean
}

const stepTimes: Record<ImportKind, (id: number) => RawBuilder<StepTimes>> = {
  file: (id) => sql`
    select r.created_at as converted_at, x.created_at as read_at, t.completed_at as transcribed_at,
      ${isProtected.file} as is_private
    from file f join project p on p.id = f.project_id left join recording r on r.id = f.recording_id left join transcript t on t.recording_id = r.id
      left join extraction x on x.id = f.extraction_id where f.id = ${id}`,
  insight: (id) => sql`
    select x.created_at as converted_at, x.created_at as read_at, null::timestamptz as transcribed_at,
      false as is_private
    from insight i left join extraction x on x.id = i.extraction_id where i.id = ${id}`,
  survey: (id) => sql`
    select null::timestamptz as converted_at, completed_at as read_at, null::timestamptz as transcribed_at,
      false as is_private
    from survey where id = ${id}`,
}

export async function findStepTimes(db: Db, kind: ImportKind, id: number): Promise<StepTimes> {
  const { rows } = await stepTimes[kind](id).execute(db)
  return rows[0] ?? { converted_at: null, read_at: null, transcribed_at: null, is_private: false }
}
