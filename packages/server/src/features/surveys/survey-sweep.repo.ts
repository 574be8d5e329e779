/** SQL that finds abandoned and stuck survey uploads. */
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { endedByMachineFault, hasLiveJob, type StuckReason } from '../../platform/jobs/live-job.ts'
import { isDeleted } from '../projects/projects.public.ts'
import { isUploadLive } from '../uploads/uploads.public.ts'
import { importSurvey } from './import/import-survey.job.ts'
import { linkMedia } from './media/link-media.job.ts'

export interface AbandonedSurvey {
  id: number
  file_id: number
  object_keys: string[]
}

/**
 * Abandoned uploads without rows. Locks the returned rows and skips rows locked by other processes.
 */
export async function takeAbandoned(
  tx: Tx,
  olderThanHours: number,
  limit: number,
): Promise<AbandonedSurvey[]> {
  const { rows } = await sql<AbandonedSurvey>`
    select s.id, s.file_id, array(
      select unnest(array[upload_key, object_key]) from survey_part where survey_id = s.id
      union select unnest(array[upload_key, object_key]) from survey_media where survey_id = s.id
      union select unnest(array[upload_key, object_key]) from deleted_media where survey_id = s.id) as object_keys
    from survey s
    where s.status = 'AWAITING_UPLOAD' and s.completed_at is null
      and s.waiting_since < now() - make_interval(hours => ${olderThanHours})
      and not exists (select from survey_part where survey_id = s.id and status = 'PROCESSED')
      and not exists (select from survey_media m where m.survey_id = s.id and ${isUploadLive(sql`m.upload_key`)})
    order by s.waiting_since limit ${limit} for update of s skip locked`.execute(tx)
  return rows.map((row) => ({ ...row, object_keys: row.object_keys.filter((key) => key !== null) }))
}

export async function deleteSurveys(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`delete from survey where id = any (${[...ids]}::bigint[])`.execute(tx)
}

/** The minute avoids surveys whose transaction commits while the statement runs. */
const isStuck = sql<boolean>`s.status in ('VALIDATING', 'PROCESSING') and s.started_at < now() - interval '1 minute'
  and not ${isDeleted(sql`s.project_id`)} and not ${hasLiveJob(importSurvey, sql`s.id::text`)}`

const openPart = sql`(select min(number) from survey_part where survey_id = s.id and status <> 'PROCESSED')`

/** Fails at the part where processing stopped, so that a retry of that part continues. */
export async function failStuckSurveys(
  db: Db,
  failure: { code: string; message: string },
  reason: StuckReason,
): Promise<number> {
  const { rows } = await sql`
    update survey s set status = 'FAILED', error_details = jsonb_build_object('part_number', ${openPart},
      'code', ${failure.code}::text, 'message', ${failure.message}::text)
    where ${isStuck} and ${openPart} is not null
      and (${reason === 'any'} or ${endedByMachineFault(importSurvey, sql`s.id::text`)})
    returning s.id`.execute(db)
  return rows.length
}

export interface SurveyInNeed {
  id: number
  team_id: number
}

/** All rows are saved but the import never ended. It is resumed, because there is no part to retry. */
export async function listUnfinished(db: Db): Promise<SurveyInNeed[]> {
  const { rows } = await sql<SurveyInNeed>`
    select s.id, s.team_id from survey s where ${isStuck} and ${openPart} is null`.execute(db)
  return rows
}

/** Completed surveys with unlinked uploaded media and no linking job. */
export async function listUnlinked(db: Db): Promise<SurveyInNeed[]> {
  const { rows } = await sql<SurveyInNeed>`
    select s.id, s.team_id from survey s
    where s.id in (select survey_id from survey_media where status = 'UPLOADED') and s.status = 'COMPLETED'
      and not ${isDeleted(sql`s.project_id`)} and not ${hasLiveJob(linkMedia, sql`s.id::text`)}`.execute(db)
  return rows
}

/** Replacements linked by an older release, which does not delete the replaced file. */
export async function listLinkedReplacements(tx: Tx, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select m.id from survey_media kept join survey_media m on m.id = kept.superseded_by
    where kept.superseded_by is not null and m.status = 'LINKED' limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

export type SurveyWithPendingMedia = SurveyInNeed & { upload_keys: string[] }

/** Completed surveys whose media may have been uploaded without a status read. */
export async function listAwaitingMedia(
  db: Db,
  givenOutWithinHours: number,
  limit: number,
): Promise<SurveyWithPendingMedia[]> {
  const { rows } = await sql<SurveyWithPendingMedia>`
    select s.id, s.team_id, array_agg(m.upload_key) as upload_keys
    from survey_media m join survey s on s.id = m.survey_id
    where m.status = 'PENDING' and s.status = 'COMPLETED' and not ${isDeleted(sql`s.project_id`)}
      and (s.waiting_since > now() - make_interval(hours => ${givenOutWithinHours}) or ${isUploadLive(sql`m.upload_key`)})
    group by s.id order by s.id limit ${limit}`.execute(db)
  return rows
}
