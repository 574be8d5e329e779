/** SQL of the change stream. */
import { sql } from 'kysely'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { canOpen } from '../projects/projects.public.ts'

/** The projects that the principal can open. */
export async function listOpenAmong(
  db: Db,
  principal: Principal,
  projectIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from project p where p.id = any (${[...projectIds]}::bigint[]) and ${canOpen(principal)}`.execute(
    db,
  )
  return rows.map((row) => row.id)
}
