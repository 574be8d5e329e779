/** The trace that a job belongs to, stored in the engine's own column, next to the payload and not in it. */
import { sql } from 'kysely'
import type { PgBoss } from 'pg-boss'
import type { Tx } from '../db/database.ts'

export async function saveJobTrace(tx: Tx, name: string, id: string, traceparent: string): Promise<void> {
  await sql`
    update job.job set trace_context = jsonb_build_object('traceparent', ${traceparent}::text)
    where name = ${name} and id = ${id}`.execute(tx)
}

export async function readJobTrace(boss: PgBoss, name: string, id: string): Promise<string | undefined> {
  const { rows } = await boss
    .getDb()
    .executeSql(
      `select trace_context ->> 'traceparent' as traceparent from job.job where name = $1 and id = $2`,
      [name, id],
    )
  const [row] = rows as { traceparent: string | null }[]
  return row?.traceparent ?? undefined
}
