/** SQL of how many files and insights there are, without counting them (docs/adr/0055). */
import { type RawBuilder, sql } from 'kysely'
import type { Principal } from '../../platform/auth/principal.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { isInOpenProject } from './projects.repo.ts'

const figures = [
  'files',
  'insights',
  'audio',
  'video',
  'document',
  'image',
  'files_working',
  'files_failed',
  'insights_sent',
  'insights_working',
  'insights_failed',
  'file_bytes',
  'file_bytes_working',
  'file_bytes_failed',
  'insight_bytes',
  'insight_bytes_working',
  'insight_bytes_failed',
] as const

/** The tallies, and what has changed since: both of one moment, so that the sum is exact. */
const bothTables = ['import_tally', 'import_tally_change'].map((name) => sql.table(name))

/** All that the principal can open, drafts of others included: what a list of the contract counts. */
export function countOpen(principal: Principal, figure: 'files' | 'insights'): RawBuilder<number> {
  const ofEverybody = figure === 'files' ? sql`and t.drafter_id = 0` : sql``
  const sums = bothTables.map(
    (table) => sql`(select coalesce(sum(t.${sql.ref(figure)}), 0) from ${table} t
      where t.team_id = ${principal.teamId} ${ofEverybody} and ${isInOpenProject(principal, sql`t.project_id`)})`,
  )
  return sql<number>`(${sql.join(sums, sql` + `)})::bigint`
}

/**
 * The figures of one project as a row, for a lateral join with `project p`. Of the drafts in it, only those of the person.
 */
export function tallyOfProject(principal: Principal): RawBuilder<unknown> {
  const people = sql`array[0, ${principal.userId}]::bigint[]`
  const rows = bothTables.map(
    (table) => sql`select ${sql.join(figures.map((name) => sql.ref(name)))} from ${table}
      where team_id = ${principal.teamId} and drafter_id = any (${people}) and project_id = p.id`,
  )
  const sums = figures.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0)::bigint as ${sql.ref(name)}`)
  return sql`select ${sql.join(sums)} from (${sql.join(rows, sql` union all `)}) t`
}

/** Files and insights that have failed or are under way, in one project or in all that the principal can open. */
export async function countUnfinished(
  db: Db,
  principal: Principal,
  projectId: number | undefined,
): Promise<{ failed: number; working: number }> {
  const inProject = projectId === undefined ? sql`` : sql`and t.project_id = ${projectId}`
  const rows = bothTables.map(
    (
      table,
    ) => sql`select t.files_failed + t.insights_failed as failed, t.files_working + t.insights_working as working
      from ${table} t where t.team_id = ${principal.teamId} and t.drafter_id = any (array[0, ${principal.userId}]::bigint[])
        ${inProject} and ${isInOpenProject(principal, sql`t.project_id`)}`,
  )
  const { rows: found } = await sql<{ failed: number; working: number }>`
    select coalesce(sum(failed), 0)::bigint as failed, coalesce(sum(working), 0)::bigint as working
    from (${sql.join(rows, sql` union all `)}) t`.execute(db)
  return found[0] ?? { failed: 0, working: 0 }
}

export type Tally = Record<(typeof figures)[number], number>

/** Of the whole deployment. */
export async function readTotals(db: Db): Promise<Tally> {
  const rows = bothTables.map(
    (table) => sql`select ${sql.join(figures.map((name) => sql.ref(name)))} from ${table}`,
  )
  const sums = figures.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0)::bigint as ${sql.ref(name)}`)
  const { rows: found } = await sql<Tally>`
    select ${sql.join(sums)} from (${sql.join(rows, sql` union all `)}) t`.execute(db)
  if (!found[0]) throw new Error('A query without a condition has answered nothing.')
  return found[0]
}

const changesAtOnce = 50_000

/** Adds what has changed to the tallies; returns how many changes there were. For the sweeper. */
export async function mergeTallies(db: Db): Promise<number> {
  let total = 0
  for (;;) {
    const merged = await mergeSome(db)
    total += merged
    if (merged < changesAtOnce) return total
  }
}

function mergeSome(db: Db): Promise<number> {
  const names = sql.join(figures.map((name) => sql.ref(name)))
  const sums = figures.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`)
  const added = figures.map((name) => {
    const column = sql.ref(name)
    return sql`${column} = t.${column} + excluded.${column}`
  })
  return inTransaction(db, async (tx) => {
    // Two of these would wait for each other's rows; the second has nothing to do anyway.
    const { rows: turn } = await sql<{ is_ours: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('import_tally')) as is_ours`.execute(tx)
    if (!turn[0]?.is_ours) return 0
    const { rows } = await sql<{ n: number }>`
      with taken as (
        delete from import_tally_change where ctid = any (array(select ctid from import_tally_change limit ${changesAtOnce}))
        returning *),
      merged as (
        insert into import_tally as t (team_id, drafter_id, project_id, ${names})
        select team_id, drafter_id, project_id, ${sql.join(sums)} from taken group by 1, 2, 3
        on conflict (team_id, drafter_id, project_id) do update set ${sql.join(added)}
        returning 1)
      select count(*) as n from taken`.execute(tx)
    return rows[0]?.n ?? 0
  })
}
