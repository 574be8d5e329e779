/** SQL that finds what no longer moves. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { deadLetterQueue, type Job } from '../../platform/jobs/job.ts'
import { hasLiveJob, isSilentJob } from '../../platform/jobs/live-job.ts'
import { processFile, protectFile, transcribeFile } from '../files/files.public.ts'
import { processInsight } from '../insights/insights.public.ts'
import { importSurvey, processMedia, protectMedia, transcribeMedia } from '../surveys/surveys.public.ts'

export interface StuckRow {
  what: string
  id: string
  since: Date
}

const limit = 200

async function list(db: Db, query: RawBuilder<StuckRow>): Promise<StuckRow[]> {
  return (await sql<StuckRow>`select * from (${query}) stuck order by since limit ${limit}`.execute(db)).rows
}

const hasNoJob = (jobs: readonly Job[], key: RawBuilder<unknown>) =>
  sql<boolean>`not (${sql.join(
    jobs.map((job) => hasLiveJob(job, key)),
    sql` or `,
  )})`

export const listOverdueJobs = (db: Db, minutes: number) =>
  list(
    db,
    sql`select name as what, id::text as id, start_after as since from job.job
      where state < 'active' and name <> ${deadLetterQueue} and start_after < now() - make_interval(mins => ${minutes})`,
  )

export const listSilentJobs = (db: Db) =>
  list(
    db,
    sql`select name as what, id::text as id, coalesce(heartbeat_on, started_on) as since from job.job where ${isSilentJob}`,
  )

export const listDeadLetters = (db: Db) =>
  list(
    db,
    sql`select coalesce(source_name, 'job') as what, id::text as id, created_on as since from job.job
      where name = ${deadLetterQueue}`,
  )

/** At work, but nobody works on it. The sweeper ends those within five minutes; here are the ones it has not seen. */
export const listDroppedRecords = (db: Db, minutes: number) =>
  list(
    db,
    sql`select 'insight' as what, key::text as id, started_at as since from insight
        where phase = 'processing' and ${hasNoJob([processInsight], sql`insight.id::text`)}
          and started_at < now() - make_interval(mins => ${minutes})
      union all
        select 'file', key::text, started_at from file
        where status = 'processing' and kind <> 'survey'
          and ${hasNoJob([processFile, transcribeFile, protectFile], sql`file.id::text`)}
          and started_at < now() - make_interval(mins => ${minutes})
      union all
        select 'survey', upload_key::text, started_at from survey
        where status in ('VALIDATING', 'PROCESSING') and ${hasNoJob([importSurvey], sql`survey.id::text`)}
          and started_at < now() - make_interval(mins => ${minutes})
      union all
        select 'survey media', m.id::text, m.linked_at from survey_media m left join transcript t using (recording_id)
        where m.status = 'LINKED' and m.recording_failure_code is null and t.completed_at is null
          and ${hasNoJob([processMedia, transcribeMedia, protectMedia], sql`m.id::text`)}
          and m.linked_at < now() - make_interval(mins => ${minutes})`,
  )

/** Waiting for a client for longer than the sweeper allows. */
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
