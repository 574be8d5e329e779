/** SQL of the figures that only the database knows. */
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { onlyRow } from '../../platform/db/only-row.ts'
import { deadLetterQueue } from '../../platform/jobs/job.ts'
import { readTotals } from '../projects/projects.public.ts'

export interface QueueFigures {
  kind: string
  waiting: number
  running: number
  failed: number
  /** Of the job that could have begun the longest ago; 0 when none waits. */
  oldestSeconds: number
}

/** Of every kind, also those with nothing to do: a figure that vanishes cannot be watched. */
export async function readQueueFigures(db: Db): Promise<QueueFigures[]> {
  const { rows } = await sql<QueueFigures>`
    select q.name as kind, count(j.id) filter (where j.state < 'active') as waiting,
      count(j.id) filter (where j.state = 'active') as running, count(j.id) filter (where j.state = 'failed') as failed,
      coalesce(extract(epoch from now() - min(j.start_after) filter (where j.state < 'active' and j.start_after <= now())), 0)::float8
        as "oldestSeconds"
    from job.queue q left join job.job j on j.name = q.name and j.state in ('created', 'retry', 'active', 'failed')
    where q.name <> ${deadLetterQueue} group by q.name`.execute(db)
  return rows
}

export interface SystemFigures {
  deadLetters: number
  workers: number
  trash: number
  overdueTrash: number
  connections: number
  maxConnections: number
}

export async function readSystemFigures(db: Db): Promise<SystemFigures> {
  const { rows } = await sql<SystemFigures>`
    select (select count(*) from job.job where name = ${deadLetterQueue}) as "deadLetters",
      (select count(*) from job.instance where stopped_on is null
        and heartbeat_on > now() - make_interval(secs => 3 * heartbeat_seconds)) as workers,
      (select count(*) from object_trash) as trash,
      (select count(*) from object_trash where due_at < now() - interval '1 hour') as "overdueTrash",
      (select count(*) from pg_stat_activity where backend_type = 'client backend') as connections,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        as "maxConnections"`.execute(db)
  return onlyRow(rows)
}

export interface StoredBytes {
  kind: string
  state: string
  bytes: number
}

/** Of files and insights as they are tallied; surveys are few. */
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
