/** SQL of file and insight tallies, which replace counting (docs/adr/0055). */
import { type RawBuilder, sql } from 'kysely'
import { creatorOf, type Principal } from '../../platform/auth/principal.ts'
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import { isInOpenProject } from './project-access.repo.ts'

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

/** Tallies plus unmerged changes, from one snapshot, so that the sum is exact. */
const bothTables = ['import_tally', 'import_tally_change'].map((name) => sql.table(name))

/** Drafter 0 holds the records visible to everyone in the project; the principal's own drafts are added. */
const ofPrincipal = (principal: Principal) =>
  sql`drafter_id = any (array[0, ${creatorOf(principal)}]::bigint[])`

/** Everything the principal can see, or what it can see of one project, as counted by the contract's lists. */
export function countOpen(
  principal: Principal,
  figure: 'files' | 'insights',
  projectId?: number,
): RawBuilder<number> {
  const inProject = projectId === undefined ? sql`` : sql`and t.project_id = ${projectId}`
  const sums = bothTables.map(
    (table) => sql`(select coalesce(sum(t.${sql.ref(figure)}), 0) from ${table} t
      where t.team_id = ${principal.teamId} and t.${ofPrincipal(principal)} ${inProject} and ${isInOpenProject(principal, sql`t.project_id`)})`,
  )
  return sql<number>`(${sql.join(sums, sql` + `)})::bigint`
}

/**
 * The counts of one project as a row, for a lateral join with `project p`. Includes only the principal's own drafts.
 */
export function tallyOfProject(principal: Principal): RawBuilder<unknown> {
  const rows = bothTables.map(
    (table) => sql`select ${sql.join(figures.map((name) => sql.ref(name)))} from ${table}
      where team_id = ${principal.teamId} and ${ofPrincipal(principal)} and project_id = p.id`,
  )
  const sums = figures.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0)::bigint as ${sql.ref(name)}`)
  return sql`select ${sql.join(sums)} from (${sql.join(rows, sql` union all `)}) t`
}

/** Failed and unfinished files and insights, in one project or in all that the principal can open. */
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
      from ${table} t where t.team_id = ${principal.teamId} and t.${ofPrincipal(principal)}
        ${inProject} and ${isInOpenProject(principal, sql`t.project_id`)}`,
  )
  const { rows: found } = await sql<{ failed: number; working: number }>`
    select coalesce(sum(failed), 0)::bigint as failed, coalesce(sum(working), 0)::bigint as working
    from (${sql.join(rows, sql` union all `)}) t`.execute(db)
  return found[0] ?? { failed: 0, working: 0 }
}

export type Tally = Record<(typeof figures)[number], number>

/** For the whole deployment. */
export async function readTotals(db: Db): Promise<Tally> {
  const rows = bothTables.map(
    (table) => sql`select ${sql.join(figures.map((name) => sql.ref(name)))} from ${table}`,
  )
  const sums = figures.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0)::bigint as ${sql.ref(name)}`)
  const { rows: found } = await sql<Tally>`
    select ${sql.join(sums)} from (${sql.join(rows, sql` union all `)}) t`.execute(db)
  if (!found[0]) throw new Error('The totals query returned no row.')
  return found[0]
}

const changesAtOnce = 50_000

/** Merges pending changes into the tallies and returns their number. Called by the sweeper. */
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
    // Concurrent merges would block each other, and the second would find nothing to do.
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

export async function deleteTallies(tx: Tx, projectId: number): Promise<void> {
  const isOfProject = sql`(team_id, project_id) in (select team_id, id from project where id = ${projectId})`
  // In this order: the first statement waits for a concurrent merge of the tallies, and the second sees its result.
  await sql`delete from import_tally_change where ${isOfProject}`.execute(tx)
  await sql`delete from import_tally where ${isOfProject}`.execute(tx)
}
