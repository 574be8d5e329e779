/** SQL of a running export: its volumes, and the files in them. */
import type { ExportContent, ExportFormat } from '@inlet/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { onlyRow } from '../../platform/db/only-row.ts'
import { statesBefore } from './export.state.ts'

export interface ExportToRun {
  id: number
  key: string
  project_id: number
  /** Null if a person requested it in the workspace. */
  api_key_id: number | null
  user_id: number | null
  format: ExportFormat
  contents: ExportContent[]
  has_people: boolean
  client_address: string
  /** Null until everything that was read in the snapshot is in finished volumes. */
  as_of: Date | null
  omitted: Record<string, number>
  volume_count: number
  entry_count: number
  pending_count: number
}

/** Undefined when it has ended or was deleted. */
export async function findExportToRun(db: Db, exportId: number): Promise<ExportToRun | undefined> {
  const { rows } = await sql<ExportToRun>`
    select x.id, x.key, x.project_id, x.api_key_id, x.user_id, x.format, x.contents, x.has_people, x.client_address, x.as_of,
      x.omitted,
      (select count(*) from export_volume where export_id = x.id) as volume_count,
      (select count(*) from export_entry where export_id = x.id) as entry_count,
      (select count(*) from export_entry where export_id = x.id and volume is null) as pending_count
    from project_export x where x.id = ${exportId} and x.status = 'processing'`.execute(db)
  return rows[0]
}

export async function reportProgress(db: Db, exportId: number, percent: number): Promise<void> {
  await sql`
    update project_export set progress = ${percent}
    where id = ${exportId} and status = 'processing' and progress < ${percent}`.execute(db)
}

export interface NewVolume {
  number: number
  key: string
  bytes: number
  sha256: string
}

export async function insertVolume(tx: Tx, exportId: number, volume: NewVolume): Promise<void> {
  await sql`
    insert into export_volume (export_id, number, volume_key, bytes, sha256)
    values (${exportId}, ${volume.number}, ${volume.key}, ${volume.bytes}, ${volume.sha256})`.execute(tx)
}

/** A file of the export, as the manifest describes it. */
export interface EntryHead {
  number: number
  path: string
  role: string
  recordKey: string | null
}

export interface PendingEntry extends EntryHead {
  /** The object to copy. */
  source: string
}

export interface ManifestEntry extends EntryHead {
  bytes: number
  sha256: string
}

export async function insertPendingEntries(
  tx: Tx,
  exportId: number,
  entries: readonly PendingEntry[],
): Promise<void> {
  await sql`
    insert into export_entry (export_id, number, path, role, record_key, source)
    select ${exportId}, number, path, role, "recordKey", source
    from json_to_recordset(${JSON.stringify(entries)}::json)
      as entries (number int, path text, role text, "recordKey" uuid, source text)`.execute(tx)
}

/** The files of a finished volume, whether they were listed before or not. */
export async function saveVolumeEntries(
  tx: Tx,
  exportId: number,
  volume: number,
  entries: readonly ManifestEntry[],
): Promise<void> {
  await sql`
    insert into export_entry (export_id, number, path, role, record_key, volume, bytes, sha256)
    select ${exportId}, number, path, role, "recordKey", ${volume}::int, bytes, sha256
    from json_to_recordset(${JSON.stringify(entries)}::json)
      as entries (number int, path text, role text, "recordKey" uuid, bytes bigint, sha256 text)
    on conflict (export_id, number) do update set source = null, volume = excluded.volume, bytes = excluded.bytes,
      sha256 = excluded.sha256`.execute(tx)
}

/** Objects that no longer exist. */
export async function deleteEntries(tx: Tx, exportId: number, numbers: readonly number[]): Promise<void> {
  await sql`
    delete from export_entry where export_id = ${exportId} and number = any (${[...numbers]}::int[])`.execute(
    tx,
  )
}

export async function saveOmitted(
  tx: Tx,
  exportId: number,
  omitted: Readonly<Record<string, number>>,
): Promise<void> {
  await sql`
    update project_export set omitted = ${JSON.stringify(omitted)}::jsonb where id = ${exportId}`.execute(tx)
}

export async function saveAsOf(tx: Tx, exportId: number, asOf: Date): Promise<void> {
  await sql`update project_export set as_of = ${asOf} where id = ${exportId}`.execute(tx)
}

export async function listPendingEntries(
  db: Db,
  exportId: number,
  after: number,
  limit: number,
): Promise<PendingEntry[]> {
  const { rows } = await sql<PendingEntry>`
    select number, path, role, record_key as "recordKey", coalesce(source, '') as source from export_entry
    where export_id = ${exportId} and volume is null and number > ${after} order by number limit ${limit}`.execute(
    db,
  )
  return rows
}

export async function listFinishedEntries(
  db: Db,
  exportId: number,
  after: number,
  limit: number,
): Promise<(ManifestEntry & { volume: number })[]> {
  const { rows } = await sql<ManifestEntry & { volume: number }>`
    select number, path, role, record_key as "recordKey", volume, coalesce(bytes, 0) as bytes,
      coalesce(sha256, '') as sha256 from export_entry
    where export_id = ${exportId} and volume is not null and number > ${after} order by number limit ${limit}`.execute(
    db,
  )
  return rows
}

const keptDays = 7

/** False when it was deleted in the meantime. */
export async function completeExport(tx: Tx, exportId: number): Promise<boolean> {
  const { rows } = await sql`
    update project_export set status = 'completed', progress = 100, completed_at = now(),
      expires_at = now() + make_interval(days => ${keptDays}),
      size_bytes = (select coalesce(sum(bytes), 0)::bigint from export_volume where export_id = ${exportId})
    where id = ${exportId} and status = any (${statesBefore('completed')}::text[]) returning id`.execute(tx)
  return rows.length > 0
}

/** Everything that one transaction reads is as of this time. */
export async function beginSnapshot(tx: Tx): Promise<Date> {
  await sql`set transaction isolation level repeatable read, read only`.execute(tx)
  const { rows } = await sql<{ as_of: Date }>`select now() as as_of`.execute(tx)
  return onlyRow(rows).as_of
}
