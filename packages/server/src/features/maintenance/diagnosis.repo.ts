/** SQL of what the doctor asks the database. */
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { onlyRow } from '../../platform/db/only-row.ts'

export interface ServerFacts {
  versionNumber: number
  version: string
  encoding: string
  now: Date
  maxConnections: number
  usedConnections: number
}

export async function readServerFacts(db: Db): Promise<ServerFacts> {
  const { rows } = await sql<ServerFacts>`
    select current_setting('server_version_num')::int as "versionNumber", current_setting('server_version') as version,
      current_setting('server_encoding') as encoding, clock_timestamp() as now,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as "maxConnections",
      (select count(*) from pg_stat_activity where backend_type = 'client backend') as "usedConnections"`.execute(
    db,
  )
  return onlyRow(rows)
}

export interface WorkerFacts {
  live: number
  dead: number
  lastSweep: Date | null
  deadLetters: number
  overdue: number
}

/** A worker that has not been heard of for three of its beats is gone; one that stopped in order is none. */
export async function readWorkerFacts(db: Db): Promise<WorkerFacts> {
  const { rows } = await sql<WorkerFacts>`
    select count(*) filter (where heartbeat_on > now() - make_interval(secs => 3 * heartbeat_seconds)) as live,
      count(*) filter (where heartbeat_on <= now() - make_interval(secs => 3 * heartbeat_seconds)
        and heartbeat_on > now() - interval '1 day') as dead,
      (select max(completed_on) from job.job where name = 'sweep' and state = 'completed') as "lastSweep",
      (select count(*) from job.job where name = 'dead-letter') as "deadLetters",
      (select count(*) from job.job where state < 'active' and name <> 'dead-letter'
        and start_after < now() - interval '15 minutes') as overdue
    from job.instance where stopped_on is null`.execute(db)
  return onlyRow(rows)
}
