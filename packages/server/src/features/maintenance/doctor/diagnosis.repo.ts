/** SQL of the doctor's database checks. */
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { onlyRow } from '../../../platform/db/only-row.ts'

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
