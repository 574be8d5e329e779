/** SQL of files while they are downloaded: processing, but without an object and not started. */
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { afterFetching } from '../../platform/db/progress.ts'
import { hasLiveJob } from '../../platform/jobs/live-job.ts'
import type { PinnedObject } from '../../platform/object-store/object-store.ts'
import type { DocumentProgress, Failure } from '../document-processing/document-processing.public.ts'
import { isDeleted } from '../projects/projects.public.ts'
import type { FileKind } from '../uploads/uploads.public.ts'
import { downloadFile } from './download-file.job.ts'

const isDownloading = sql<boolean>`f.status = 'processing' and f.kind <> 'survey' and f.object_key is null`

export interface DownloadingFile {
  id: number
  team_id: number
  name: string
  kind: FileKind
  upload_key: string
}

/** True for exactly one caller, and only while the file awaits this upload. */
export async function startDownload(
  tx: Tx,
  { id, upload_key }: { id: number; upload_key: string },
): Promise<boolean> {
  const { rows } = await sql`
    update file set status = 'processing'
    where id = ${id} and status = 'pending_upload' and upload_key = ${upload_key}
      and not ${isDeleted(sql`file.project_id`)} returning id`.execute(tx)
  return rows.length > 0
}

/** Undefined when the download has ended, or the file no longer exists. */
export async function findDownloadingFile(db: Db, fileId: number): Promise<DownloadingFile | undefined> {
  const { rows } = await sql<Omit<DownloadingFile, 'upload_key'> & { upload_key: string | null }>`
    select f.id, f.team_id, f.name, f.kind, f.upload_key from file f
    where f.id = ${fileId} and ${isDownloading}`.execute(db)
  const [row] = rows
  return row && row.upload_key !== null ? { ...row, upload_key: row.upload_key } : undefined
}

/** False when the file is no longer expected. */
export async function reportDownload(
  db: Db,
  fileId: number,
  { stage, percent, secondsLeft }: DocumentProgress,
): Promise<boolean> {
  const { rows } = await sql`
    update file f set stage = ${stage}, percent = ${afterFetching(percent)}, seconds_left = ${secondsLeft}
    where f.id = ${fileId} and ${isDownloading} returning f.id`.execute(db)
  return rows.length > 0
}

/** False when the file is no longer expected. */
export async function acceptDownload(tx: Tx, fileId: number, object: PinnedObject): Promise<boolean> {
  const { rows } = await sql`
    update file f set started_at = now(), object_key = ${object.key}, object_etag = ${object.etag},
      object_bytes = ${object.bytes}
    where f.id = ${fileId} and ${isDownloading} returning f.id`.execute(tx)
  return rows.length > 0
}

/**
 * Fails files whose download job is gone because all attempts crashed, and returns the keys of their uploads. The minute
 * protects a file whose transaction commits while this statement runs.
 */
export async function failStuckFileDownloads(tx: Tx, failure: Failure): Promise<string[]> {
  const { rows } = await sql<{ upload_key: string | null }>`
    update file f set status = 'error', failure_code = ${failure.code}, failure_message = ${failure.message},
      completed_at = now(), stage = null, percent = null, seconds_left = null
    where ${isDownloading} and f.started_at is null and f.updated_at < now() - interval '1 minute'
      and not ${isDeleted(sql`f.project_id`)}
      and not ${hasLiveJob(downloadFile, sql`f.id::text`)}
    returning f.upload_key`.execute(tx)
  return rows.flatMap(({ upload_key }) => upload_key ?? [])
}
