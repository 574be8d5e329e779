/** SQL of the end of exports: expiry, failure, and deletion with what they contain. */
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { hasLiveJob } from '../../platform/jobs/live-job.ts'
import { statesBefore } from './export.state.ts'
import { exportProject } from './export-project.job.ts'

/** Locks the project against new exports until the end of the transaction. */
export async function lockExportsOfProject(
  tx: Tx,
  projectId: number,
  createdBefore: Date | undefined,
): Promise<number[]> {
  await sql`select from project where id = ${projectId} for no key update`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    select id from project_export where project_id = ${projectId}
      and (${createdBefore ?? null}::timestamptz is null or created_at < ${createdBefore ?? null}::timestamptz)
    order by id for update`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function deleteExportRows(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`delete from project_export where id = any (${[...ids]}::bigint[])`.execute(tx)
}

/** Deletes volumes and entries; returns the keys of the volumes. */
export async function takeVolumes(tx: Tx, exportIds: readonly number[]): Promise<string[]> {
  const ids = [...exportIds]
  await sql`delete from export_entry where export_id = any (${ids}::bigint[])`.execute(tx)
  const { rows } = await sql<{ volume_key: string }>`
    delete from export_volume where export_id = any (${ids}::bigint[]) returning volume_key`.execute(tx)
  return rows.map(({ volume_key }) => volume_key)
}

/** False when it has ended in the meantime. */
export async function failExport(
  tx: Tx,
  exportId: number,
  failure: { code: string; message: string },
): Promise<boolean> {
  const { rows } = await sql`
    update project_export set status = 'failed', failure_code = ${failure.code}, failure_message = ${failure.message}
    where id = ${exportId} and status = any (${statesBefore('failed')}::text[]) returning id`.execute(tx)
  return rows.length > 0
}

/** Exports whose job is gone. */
export async function listStuckExports(db: Db, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select x.id from project_export x where x.status = 'processing'
      and not ${hasLiveJob(exportProject, sql`x.id::text`)} order by x.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns those that have expired now. */
export async function expireExports(tx: Tx, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update project_export set status = 'expired' where id in (
      select id from project_export where status = any (${statesBefore('expired')}::text[]) and expires_at <= now()
      order by expires_at limit ${limit} for update skip locked)
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Exports that ended long ago are no longer listed. */
export async function deleteOldExports(db: Db, days: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from project_export where status in ('failed', 'expired')
      and created_at < now() - make_interval(days => ${days})`.execute(db)
  return Number(numAffectedRows ?? 0)
}
