/** SQL of the nightly cleanup. */
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { isUploadLive } from '../../uploads/uploads.public.ts'

export async function isSigningKeyOlderThan(db: Db, days: number): Promise<boolean> {
  const { rows } = await sql<{ is_older: boolean }>`
    select max(active_from) < now() - make_interval(days => ${days}) as is_older from signing_key`.execute(db)
  return rows[0]?.is_older ?? false
}

/** Abandoned insights, files and surveys, which the sweeper and gc remove. */
export async function countAbandoned(db: Db, olderThanHours: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with since as (select now() - make_interval(hours => ${olderThanHours}) as at)
    select (select count(*) from insight, since where phase = 'awaiting_upload' and created_at < at
        and not ${isUploadLive(sql`insight.upload_key`)})
      + (select count(*) from file, since where status = 'pending_upload' and created_at < at
        and not ${isUploadLive(sql`file.upload_key`)})
      + (select count(*) from survey s, since where status = 'AWAITING_UPLOAD' and completed_at is null
          and waiting_since < at
          and not exists (select from survey_part where survey_id = s.id and status = 'PROCESSED')
          and not exists (select from survey_media m where m.survey_id = s.id and ${isUploadLive(sql`m.upload_key`)})) as n`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}
