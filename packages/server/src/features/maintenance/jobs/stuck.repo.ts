/** SQL that finds stuck records. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { hasLiveJob } from '../../../platform/jobs/live-job.ts'
import { downloadFile, processFile } from '../../files/files.public.ts'
import { downloadInsight, processInsight } from '../../insights/insights.public.ts'
import { hasLiveRecordingJob } from '../../recording-processing/recording-processing.public.ts'
import { importSurvey } from '../../surveys/surveys.public.ts'

export interface StuckRow {
  what: string
  id: string
  since: Date
}

export const stuckLimit = 200

async function list(db: Db, query: RawBuilder<StuckRow>): Promise<StuckRow[]> {
  return (await sql<StuckRow>`select * from (${query}) stuck order by since limit ${stuckLimit}`.execute(db))
    .rows
}

/** Processing without a job. The sweeper fails these within five minutes; this lists the ones it has not reached yet. */
export const listDroppedRecords = (db: Db, minutes: number) =>
  list(
    db,
    sql`select 'insight' as what, key::text as id, started_at as since from insight
        where phase = 'processing' and not ${hasLiveJob(processInsight, sql`insight.id::text`)}
          and started_at < now() - make_interval(mins => ${minutes})
      union all
        select 'file', key::text, started_at from file
        where status = 'processing' and kind <> 'survey'
          and not ${hasLiveJob(processFile, sql`file.id::text`)} and not ${hasLiveRecordingJob('file', sql`file.id`)}
          and started_at < now() - make_interval(mins => ${minutes})
      union all
        select 'insight', key::text, updated_at from insight
        where phase = 'processing' and started_at is null and not ${hasLiveJob(downloadInsight, sql`insight.id::text`)}
          and updated_at < now() - make_interval(mins => ${minutes})
      union all
        select 'file', key::text, updated_at from file
        where status = 'processing' and kind <> 'survey' and started_at is null
          and not ${hasLiveJob(downloadFile, sql`file.id::text`)} and updated_at < now() - make_interval(mins => ${minutes})
      union all
        select 'survey', upload_key::text, started_at from survey
        where status in ('VALIDATING', 'PROCESSING') and not ${hasLiveJob(importSurvey, sql`survey.id::text`)}
          and started_at < now() - make_interval(mins => ${minutes})
      union all
        select 'survey media', m.id::text, m.linked_at from survey_media m left join transcript t using (recording_id)
        where m.status = 'LINKED' and m.recording_failure_code is null and t.completed_at is null
          and not ${hasLiveRecordingJob('media', sql`m.id`)}
          and m.linked_at < now() - make_interval(mins => ${minutes})`,
  )

/** Waiting for a client longer than the sweeper allows. */
export const listUnsweptUploads = (db: Db, hours: number) =>
  list(
    db,
    sql`select 'insight' as what, key::text as id, created_at as since from insight
        where phase = 'awaiting_upload' and created_at < now() - make_interval(hours => ${hours})
      union all
        select 'file', key::text, created_at from file
        where status = 'pending_upload' and created_at < now() - make_interval(hours => ${hours})
      union all
        select 'survey', upload_key::text, waiting_since from survey s
        where status = 'AWAITING_UPLOAD' and completed_at is null
          and waiting_since < now() - make_interval(hours => ${hours})
          and not exists (select from survey_part where survey_id = s.id and status = 'PROCESSED')`,
  )

export const listOverdueTrash = (db: Db, minutes: number) =>
  list(
    db,
    sql`select 'object' as what, object_key as id, due_at as since from object_trash
      where due_at < now() - make_interval(mins => ${minutes})`,
  )
