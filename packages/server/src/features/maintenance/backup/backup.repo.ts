/** SQL of backups: one snapshot for the dump and for the list of objects. */
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { onlyRow } from '../../../platform/db/only-row.ts'
import { awaitedUploads, ownedObjects } from '../bucket/owned-objects.repo.ts'

/** Exports the snapshot of this transaction, valid while it is open. */
export async function exportSnapshot(tx: Tx): Promise<string> {
  await sql`set transaction isolation level repeatable read, read only`.execute(tx)
  const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(tx)
  return onlyRow(rows).id
}

/** While another program works with the snapshot, this transaction executes nothing. */
export async function liftIdleTimeout(tx: Tx): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
}

export interface ObjectToCopy {
  key: string
  /** False for an upload that may be in progress, expired or never started. */
  isRequired: boolean
}

/** A cursor, so that millions of keys are sorted once and never held in memory. */
export async function openObjectsToCopy(tx: Tx): Promise<void> {
  await sql`
    declare object_to_copy no scroll cursor for
    select key, bool_or(is_required) as "isRequired" from (
      select key, true as is_required from (${ownedObjects}) o
      union all
      select key, false from (${awaitedUploads}) u) objects
    group by key`.execute(tx)
}

/** Empty at the end. */
export async function nextObjectsToCopy(tx: Tx): Promise<ObjectToCopy[]> {
  return (await sql<ObjectToCopy>`fetch 1000 from object_to_copy`.execute(tx)).rows
}

export interface DatabaseContent {
  migrations: string[]
  acknowledged: number
}

export async function describeContent(tx: Tx): Promise<DatabaseContent> {
  const { rows } = await sql<DatabaseContent>`
    select array(select name from schema_migration order by name) as migrations,
      (select count(*) from insight where phase <> 'awaiting_upload')
      + (select count(*) from file where status <> 'pending_upload' and kind <> 'survey')
      + (select count(*) from survey where started_at is not null) as acknowledged`.execute(tx)
  return onlyRow(rows)
}

/** Whether it contains anything that is not part of PostgreSQL. */
export async function isDatabaseEmpty(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and c.relkind in ('r', 'p', 'v', 'S') limit 1`.execute(
    db,
  )
  return rows.length === 0
}
