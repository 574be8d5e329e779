/** SQL that finds survey uploads nobody looks after any more. */
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { hasLiveJob } from '../../platform/jobs/live-job.ts'
import { importSurvey } from './import-survey.job.ts'
import { linkMedia } from './link-media.job.ts'

export interface AbandonedSurvey {
  id: number
  file_id: number
  object_keys: string[]
}

/**
 * Uploads that were begun and left. One that has rows already stays, whatever became of the rest. Locks what it
 * returns, and passes over what another process works on.
 */
export async function takeAbandoned(
  tx: Tx,
  olderThanHours: number,
  limit: number,
): Promise<AbandonedSurvey[]> {
  const { rows } = await sql<AbandonedSurvey>`
    select s.id, s.file_id, array(
      select unnest(array[upload_key, object_key]) from survey_part where survey_id = s.id
      union select unnest(array[upload_key, object_key]) from survey_media where survey_id = s.id) as object_keys
    from survey s
    where s.status = 'AWAITING_UPLOAD' and s.completed_at is null
      and s.waiting_since < now() - make_interval(hours => ${olderThanHours})
      and not exists (select from survey_part where survey_id = s.id and status = 'PROCESSED')
    order by s.waiting_since limit ${limit} for update of s skip locked`.execute(tx)
  return rows.map((row) => ({ ...row, object_keys: row.object_keys.filter((key) => key !== null) }))
}

export async function deleteSurveys(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`delete from survey where id = any (${[...ids]}::bigint[])`.execute(tx)
}

/** The minute spares a survey whose transaction has committed while the statement looks. */
const isStuck = sql<boolean>`s.status in ('VALIDATING', 'PROCESSING') and s.started_at < now() - interval '1 minute'
  and not ${hasLiveJob(importSurvey, sql`s.id::text`)}`

const openPart = sql`(select min(number) from survey_part where survey_id = s.id and status <> 'PROCESSED')`

/** Names the part at which the work stopped: sending it again is the way on. */
export async function failStuckSurveys(db: Db, failure: { code: string; message: string }): Promise<number> {
  const { rows } = await sql`
    update survey s set status = 'FAILED', error_details = jsonb_build_object('part_number', ${openPart},
      'code', ${failure.code}::text, 'message', ${failure.message}::text)
    where ${isStuck} and ${openPart} is not null
    returning s.id`.execute(db)
  return rows.length
}

export interface SurveyInNeed {
  id: number
  team_id: number
}

/** Every row is saved, but the end was never reached. No part could be sent again, so failing leads nowhere. */
export async function listUnfinished(db: Db): Promise<SurveyInNeed[]> {
  const { rows } = await sql<SurveyInNeed>`
    select s.id, s.team_id from survey s where ${isStuck} and ${openPart} is null`.execute(db)
  return rows
}

/** Completed surveys with files that wait to be linked, and no job that would do it. */
export async function listUnlinked(db: Db): Promise<SurveyInNeed[]> {
  const { rows } = await sql<SurveyInNeed>`
    select s.id, s.team_id from survey s
    where s.id in (select survey_id from survey_media where status = 'UPLOADED') and s.status = 'COMPLETED'
      and not ${hasLiveJob(linkMedia, sql`s.id::text`)}`.execute(db)
  return rows
}

export type SurveyWithPendingMedia = SurveyInNeed & { upload_keys: string[] }

/** Completed surveys whose files may have been sent again while nobody asked for their status. */
export async function listAwaitingMedia(
  db: Db,
  givenOutWithinHours: number,
  limit: number,
): Promise<SurveyWithPendingMedia[]> {
  const { rows } = await sql<SurveyWithPendingMedia>`
    select s.id, s.team_id, array_agg(m.upload_key) as upload_keys
    from survey_media m join survey s on s.id = m.survey_id
    where m.status = 'PENDING' and s.status = 'COMPLETED'
      and s.waiting_since > now() - make_interval(hours => ${givenOutWithinHours})
    group by s.id order by s.id limit ${limit}`.execute(db)
  return rows
}
