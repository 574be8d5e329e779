/** SQL of the final steps of erasing a project. */
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { onlyRow } from '../../../platform/db/only-row.ts'

export interface ProjectSize {
  name: string
  insights: number
  files: number
  surveys: number
  responses: number
}

/** Undefined when the project does not exist. */
export async function measureProject(db: Db, projectId: number): Promise<ProjectSize | undefined> {
  const { rows } = await sql<ProjectSize>`
    select name, (select count(*) from insight where project_id = p.id) as insights,
      (select count(*) from file where project_id = p.id and kind <> 'survey') as files,
      (select count(*) from survey where project_id = p.id) as surveys,
      (select coalesce(sum(response_count), 0)::bigint from survey where project_id = p.id) as responses
    from project p where id = ${projectId} and not is_trash`.execute(db)
  return rows[0]
}

/** False while content is left, because a concurrent call started another import before the project closed. */
export async function lockEmptyProject(tx: Tx, projectId: number): Promise<boolean> {
  // Inserts of imports hold a shared lock until they commit, so none is missed.
  await sql`select from project where id = ${projectId} for update`.execute(tx)
  const { rows } = await sql<{ is_empty: boolean }>`
    select not exists (select from insight where project_id = ${projectId})
      and not exists (select from file where project_id = ${projectId})
      and not exists (select from survey where project_id = ${projectId}) as is_empty`.execute(tx)
  return onlyRow(rows).is_empty
}
