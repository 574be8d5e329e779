/** SQL of the hidden project of a team that deleted records belong to (docs/adr/0089). */
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { onlyRow } from '../../platform/db/only-row.ts'

/** Creates it with the first deletion. It is always deleted, so that nobody can open it. */
export async function ensureTrashProject(tx: Tx, teamId: number, userId: number): Promise<number> {
  await sql`
    insert into project (team_id, owner_id, name, share_preference, supported_languages, transcript_language,
      default_ai_language, deleted_at, is_trash)
    values (${teamId}, ${userId}, 'Trash', 1, '{en-US}', 'en-US', 'en-US', now(), true)
    on conflict (team_id) where is_trash do nothing`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    select id from project where team_id = ${teamId} and is_trash`.execute(tx)
  return onlyRow(rows).id
}

export async function findProjectOwner(db: Db, projectId: number): Promise<number | undefined> {
  const { rows } = await sql<{ owner_id: number }>`
    select owner_id from project where id = ${projectId}`.execute(db)
  return rows[0]?.owner_id
}

/**
 * True for records of a deleted project, and for deleted records: their jobs are cancelled on purpose, and start again
 * when they are restored.
 */
export const isDeleted = (projectId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from project where project.id = ${projectId} and project.deleted_at is not null)`
