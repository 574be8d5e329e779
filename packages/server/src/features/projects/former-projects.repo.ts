/** SQL of the projects that records have left, whose exports may still contain them. */
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

export type MovableKind = 'file' | 'insight' | 'survey'

export interface MovableRecord {
  kind: MovableKind | 'media'
  id: number
}

/** Called in the transaction that moves the record to another project. */
export async function rememberFormerProject(
  tx: Tx,
  { kind, id, projectId }: { kind: MovableKind; id: number; projectId: number },
): Promise<void> {
  await sql`
    insert into former_project (kind, record_id, project_id) values (${kind}, ${id}, ${projectId})
    on conflict (kind, record_id, project_id) do update set left_at = excluded.left_at`.execute(tx)
}

/** A media file moves with its survey. */
export async function listFormerProjects(tx: Tx, { kind, id }: MovableRecord): Promise<number[]> {
  const { rows } = await sql<{ project_id: number }>`
    select project_id from former_project where ${
      kind === 'media'
        ? sql`kind = 'survey' and record_id in (
            select survey_id from survey_media where id = ${id}
            union all select survey_id from deleted_media where id = ${id})`
        : sql`kind = ${kind} and record_id = ${id}`
    } order by project_id`.execute(tx)
  return rows.map(({ project_id }) => project_id)
}

/** After this time no export from before the move exists. */
const keptDays = 30

export async function forgetFormerProjects(db: Db): Promise<void> {
  await sql`delete from former_project where left_at < now() - make_interval(days => ${keptDays})`.execute(db)
}
