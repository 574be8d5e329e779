/** SQL of insights while they are downloaded: processing, but without an object and not started. */
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { afterFetching } from '../../platform/db/progress.ts'
import { hasLiveJob } from '../../platform/jobs/live-job.ts'
import type { PinnedObject } from '../../platform/object-store/object-store.ts'
import type { DocumentProgress, Failure } from '../document-processing/document-processing.public.ts'
import { isDeleted } from '../projects/projects.public.ts'
import { downloadInsight } from './download-insight.job.ts'
import type { Insight } from './insights.repo.ts'

const isDownloading = sql<boolean>`i.phase = 'processing' and i.object_key is null`

export type DownloadingInsight = Pick<Insight, 'id' | 'team_id' | 'name' | 'upload_key'>

/** True for exactly one caller, and only while the insight awaits this upload. */
export async function startDownload(
  tx: Tx,
  { id, upload_key }: Pick<Insight, 'id' | 'upload_key'>,
  shouldPublish: boolean,
): Promise<boolean> {
  const { rows } = await sql`
    update insight set phase = 'processing', should_publish = ${shouldPublish}
    where id = ${id} and phase = 'awaiting_upload' and upload_key = ${upload_key}
      and not ${isDeleted(sql`insight.project_id`)} returning id`.execute(tx)
  return rows.length > 0
}

/** Undefined when the download has ended, or the insight no longer exists. */
export async function findDownloadingInsight(
  db: Db,
  insightId: number,
): Promise<DownloadingInsight | undefined> {
  const { rows } = await sql<DownloadingInsight>`
    select i.id, i.team_id, i.name, i.upload_key from insight i
    where i.id = ${insightId} and ${isDownloading}`.execute(db)
  return rows[0]
}

/** False when the insight is no longer expected. */
export async function reportDownload(
  db: Db,
  insightId: number,
  { stage, percent, secondsLeft }: DocumentProgress,
): Promise<boolean> {
  const { rows } = await sql`
    update insight i set stage = ${stage}, percent = ${afterFetching(percent)}, seconds_left = ${secondsLeft}
    where i.id = ${insightId} and ${isDownloading} returning i.id`.execute(db)
  return rows.length > 0
}

/** False when the insight is no longer expected. */
export async function acceptDownload(tx: Tx, insightId: number, object: PinnedObject): Promise<boolean> {
  const { rows } = await sql`
    update insight i set started_at = now(), object_key = ${object.key}, object_etag = ${object.etag},
      object_bytes = ${object.bytes}
    where i.id = ${insightId} and ${isDownloading} returning i.id`.execute(tx)
  return rows.length > 0
}

/**
 * Fails insights whose download job is gone because all attempts crashed, and returns the keys of their uploads. The
 * minute protects an insight whose transaction commits while this statement runs.
 */
export async function failStuckInsightDownloads(tx: Tx, failure: Failure): Promise<string[]> {
  const { rows } = await sql<{ upload_key: string }>`
    update insight i set phase = 'failed', failure_code = ${failure.code}, failure_message = ${failure.message},
      completed_at = now(), stage = null, percent = null, seconds_left = null
    where ${isDownloading} and i.started_at is null and i.updated_at < now() - interval '1 minute'
      and not ${isDeleted(sql`i.project_id`)}
      and not ${hasLiveJob(downloadInsight, sql`i.id::text`)}
    returning i.upload_key`.execute(tx)
  return rows.map(({ upload_key }) => upload_key)
}
