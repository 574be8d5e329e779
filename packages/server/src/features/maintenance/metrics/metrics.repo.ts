/** SQL of metrics that are read from the database. */
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { onlyRow } from '../../../platform/db/only-row.ts'
import { countDeadLetters, countWorkers } from '../../../platform/jobs/inspect-jobs.ts'
import { readTotals } from '../../projects/projects.public.ts'

export interface SystemMetrics {
  deadLetters: number
  workers: number
  trash: number
  overdueTrash: number
  connections: number
  maxConnections: number
}

export async function readSystemMetrics(db: Db): Promise<SystemMetrics> {
  const deadLetters = await countDeadLetters(db)
  const { live: workers } = await countWorkers(db)
  const { rows } = await sql<Omit<SystemMetrics, 'deadLetters' | 'workers'>>`
    select (select count(*) from object_trash) as trash,
      (select count(*) from object_trash where due_at < now() - interval '1 hour') as "overdueTrash",
      (select count(*) from pg_stat_activity where backend_type = 'client backend') as connections,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        as "maxConnections"`.execute(db)
  return { deadLetters, workers, ...onlyRow(rows) }
}

export interface StoredBytes {
  kind: string
  state: string
  bytes: number
}

/** Files and insights come from tallies; surveys are few. */
export async function readStoredBytes(db: Db): Promise<StoredBytes[]> {
  const t = await readTotals(db)
  const { rows } = await sql<StoredBytes>`
    select 'survey_part' as kind, lower(status) as state, coalesce(sum(object_bytes), 0)::bigint as bytes
    from survey_part group by status
    union all
    select 'survey_media', lower(status), coalesce(sum(object_bytes), 0)::bigint from survey_media group by status`.execute(
    db,
  )
  return [
    { kind: 'insight', state: 'processing', bytes: t.insight_bytes_working },
    { kind: 'insight', state: 'failed', bytes: t.insight_bytes_failed },
    {
      kind: 'insight',
      state: 'completed',
      bytes: t.insight_bytes - t.insight_bytes_working - t.insight_bytes_failed,
    },
    { kind: 'file', state: 'processing', bytes: t.file_bytes_working },
    { kind: 'file', state: 'error', bytes: t.file_bytes_failed },
    { kind: 'file', state: 'completed', bytes: t.file_bytes - t.file_bytes_working - t.file_bytes_failed },
    ...rows,
  ]
}
