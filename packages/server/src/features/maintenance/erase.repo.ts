/** SQL of the last steps of erasing a project. */
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { onlyRow } from '../../platform/db/only-row.ts'

export interface ProjectSize {
  name: string
  insights: number
  files: number
  surveys: number
  responses: number
}

/** Undefined when there is no such project. */
export async function measureProject(db: Db, projectId: number): Promise<ProjectSize | undefined> {
  const { rows } = await sql<ProjectSize>`
    select name, (select count(*) from insight where project_id = p.id) as insights,
      (select count(*) from file where project_id = p.id and kind <> 'survey') as files,
      (select count(*) from survey where project_id = p.id) as surveys,
      (select coalesce(sum(response_count), 0)::bigint from survey where project_id = p.id) as responses
    from project p where id = ${projectId}`.execute(db)
  return rows[0]
}

/** From here on nobody can open it, and nothing new can be begun in it. */
export async function closeProject(db: Db, projectId: number): Promise<void> {
  await sql`update project set deleted_at = coalesce(deleted_at, now()) where id = ${projectId}`.execute(db)
}

/** False while something in it is left: a call that was under way when it closed has begun another import. */
export async function deleteEmptyProject(tx: Tx, projectId: number): Promise<boolean> {
  // Inserts of imports hold a share of this lock until they commit, so none can be overlooked.
  await sql`select from project where id = ${projectId} for update`.execute(tx)
  const { rows } = await sql<{ is_empty: boolean }>`
    select not exists (select from insight where project_id = ${projectId})
      and not exists (select from file where project_id = ${projectId})
      and not exists (select from survey where project_id = ${projectId}) as is_empty`.execute(tx)
  if (!onlyRow(rows).is_empty) return false
  await sql`delete from search_entry where project_id = ${projectId}`.execute(tx)
  await sql`delete from label_template where project_id = ${projectId}`.execute(tx)
  // In this order: a sweeper that adds the changes to the tallies just now is waited for by the first, and seen by the second.
  for (const table of ['import_tally_change', 'import_tally'])
    await sql`delete from ${sql.table(table)} where (team_id, project_id) in (
      select team_id, id from project where id = ${projectId})`.execute(tx)
  await sql`delete from project where id = ${projectId}`.execute(tx)
  return true
}
