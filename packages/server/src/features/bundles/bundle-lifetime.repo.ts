/** SQL of the end of imports of bundles. */
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { hasLiveJob } from '../../platform/jobs/live-job.ts'
import { isUploadLive } from '../uploads/uploads.public.ts'
import { importBundle } from './import-bundle.job.ts'

export async function finishBundle(tx: Tx, bundleId: number, projectId: number): Promise<boolean> {
  const { rows } = await sql`
    update bundle set status = 'completed', progress = 100, project_id = ${projectId}, completed_at = now()
    where id = ${bundleId} and status = 'processing' returning id`.execute(tx)
  return rows.length > 0
}

/** False when it has ended in the meantime. */
export async function failBundle(
  tx: Tx,
  bundleId: number,
  failure: { code: string; message: string },
): Promise<boolean> {
  const { rows } = await sql`
    update bundle set status = 'failed', failure_code = ${failure.code}, failure_message = ${failure.message},
      completed_at = now()
    where id = ${bundleId} and status = 'processing' returning id`.execute(tx)
  return rows.length > 0
}

/** Imports whose job is gone. */
export async function listStuckBundles(db: Db, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select b.id from bundle b where b.status = 'processing' and not ${hasLiveJob(importBundle, sql`b.id::text`)}
    order by b.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Locks imports whose volumes were not uploaded. */
export async function lockAbandonedBundles(tx: Tx, hours: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select b.id from bundle b where b.status = 'awaiting_upload'
      and b.waiting_since < now() - make_interval(hours => ${hours})
      and not exists (select from bundle_volume v where v.bundle_id = b.id and ${isUploadLive(sql`v.upload_key`)})
    order by b.waiting_since limit ${limit} for update skip locked`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function deleteBundles(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`delete from bundle where id = any (${[...ids]}::bigint[])`.execute(tx)
}

/** What is known of the import of a project: its name, and names of what was not imported. */
export async function deleteBundlesOfProject(tx: Tx, projectId: number): Promise<void> {
  await sql`delete from bundle where project_id = ${projectId}`.execute(tx)
}

/** Imports that ended long ago. */
export async function deleteOldBundles(db: Db, days: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from bundle where completed_at < now() - make_interval(days => ${days})`.execute(db)
  return Number(numAffectedRows ?? 0)
}
