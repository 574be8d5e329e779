/** SQL that reads surveys. */
import type {
  ColumnType,
  MediaLevel,
  MediaStatus,
  PartStatus,
  SurveyErrorDetails,
  SurveyStatus,
} from '@inlet/contract'
import { sql } from 'kysely'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { canOpen } from '../projects/projects.public.ts'
import { mediaKey } from '../surveys/surveys.public.ts'

export interface SurveyRow {
  id: number
  upload_key: string
  name: string
  project_id: number
  project_name: string
  status: SurveyStatus
  error_details: SurveyErrorDetails
  response_count: number
  adds_to_panel: boolean
  created_at: Date
  completed_at: Date | null
  /** The column that is being retyped, and its new type. */
  retype_position: number | null
  retype_type: ColumnType | null
  retype_parts_read: number
}

/** Undefined until the import starts, as in the list of imports. */
export async function findSurvey(
  db: Db,
  principal: Principal,
  uploadKey: string,
): Promise<SurveyRow | undefined> {
  const { rows } = await sql<SurveyRow>`
    select s.id, s.upload_key, s.name, p.id as project_id, p.name as project_name, s.status, s.error_details,
      s.response_count, s.add_to_research_panel as adds_to_panel, s.created_at, s.completed_at,
      s.retype_position, s.retype_type,
      (select count(*) from survey_part part where part.survey_id = s.id and s.retype_step = 'read'
        and part.number <= s.retype_part) as retype_parts_read
    from survey s join project p on p.id = s.project_id
    where s.upload_key = ${uploadKey}::uuid and s.started_at is not null and ${canOpen(principal)}`.execute(
    db,
  )
  return rows[0]
}

export interface SurveyFigures {
  respondent_count: number
  first_answered_at: Date | null
  last_answered_at: Date | null
  indexed_to: number
  last_response_id: number
  media_total: number
  media_linked: number
  media_failed: number
  parts: { number: number; status: PartStatus; row_count: number | null }[]
}

/** Parts saved by older releases have no people count; counting them stops at this limit. */
const maxRespondents = 100_000

export async function findFigures(db: Db, surveyId: number): Promise<SurveyFigures | undefined> {
  const { rows } = await sql<SurveyFigures>`
    select coalesce(
        (select case when bool_and(respondent_count is not null) then sum(respondent_count) end from survey_part
          where survey_id = ${surveyId} and status = 'PROCESSED'),
        (select count(*) from (select from respondent where survey_id = ${surveyId} limit ${maxRespondents}) known)
      ) as respondent_count,
      (select min(answered_at) from response where survey_id = ${surveyId}) as first_answered_at,
      (select max(answered_at) from response where survey_id = ${surveyId}) as last_answered_at,
      coalesce((select item from search_progress where kind = 'note' and source_id = ${surveyId}), 0) as indexed_to,
      coalesce((select max(id) from response where survey_id = ${surveyId}), 0) as last_response_id,
      media.total as media_total, media.linked as media_linked, media.failed as media_failed,
      coalesce((select json_agg(json_build_object('number', number, 'status', status, 'row_count', row_count)
        order by number) from survey_part where survey_id = ${surveyId}), '[]') as parts
    from (select count(*) as total, count(*) filter (where status = 'LINKED') as linked,
        count(*) filter (where status = 'FAILED') as failed
      from survey_media where survey_id = ${surveyId} and superseded_by is null) media`.execute(db)
  return rows[0]
}

export interface MediaRow {
  id: number
  media_key: string
  /** A replacement that takes over once it is linked. */
  is_superseded: boolean
  filename: string
  status: MediaStatus
  media_level: MediaLevel | null
  response_id: number | null
  respondent_id: number | null
  /** The person who gave the response. */
  owner_id: number | null
  failure_code: string | null
  failure_message: string | null
  recording_failure_code: string | null
  recording_failure_message: string | null
  has_recording: boolean
  is_transcribed: boolean
  duration_ms: number | null
  has_poster: boolean
  bytes: number | null
  created_at: Date
}

const mediaColumns = sql`m.id, ${mediaKey} as media_key, coalesce(m.sent_name, m.filename) as filename, m.superseded_by is not null as is_superseded, m.status, m.media_level, m.response_id, m.respondent_id,
  coalesce(m.respondent_id, (select r.respondent_id from response r
    where r.survey_id = m.survey_id and r.id = m.response_id)) as owner_id,
  m.failure_code, m.failure_message, m.recording_failure_code, m.recording_failure_message,
  c.id is not null as has_recording, t.completed_at is not null as is_transcribed, c.duration_ms,
  c.poster_key is not null as has_poster, m.object_bytes as bytes, m.created_at`
const mediaTables = sql`survey_media m left join recording c on c.id = m.recording_id
  left join transcript t on t.recording_id = c.id`

export async function listMedia(
  db: Db,
  surveyId: number,
  { status, after, limit }: { status: MediaStatus | undefined; after: number; limit: number },
): Promise<MediaRow[]> {
  const ofStatus = status === undefined ? sql`` : sql`and m.status = ${status}`
  const { rows } = await sql<MediaRow>`
    select ${mediaColumns} from ${mediaTables} where m.survey_id = ${surveyId} and m.superseded_by is null
      and m.id > ${after} ${ofStatus}
    order by m.id limit ${limit}`.execute(db)
  return rows
}

export interface OpenMediaRow extends MediaRow {
  upload_key: string
}

export async function findMediaByKey(
  db: Db,
  principal: Principal,
  key: string,
): Promise<OpenMediaRow | undefined> {
  const { rows } = await sql<OpenMediaRow>`
    select ${mediaColumns}, s.upload_key
    from ${mediaTables} join survey s on s.id = m.survey_id join project p on p.id = s.project_id
    where ${mediaKey} = ${key}::uuid and ${canOpen(principal)}`.execute(db)
  return rows[0]
}

export interface SurveyVersion {
  parts: number[][]
  indexed_to: number
}

/** What changes with the responses: rows and people of each part, and how far open answers are indexed. */
export async function findSurveyVersion(db: Db, surveyId: number): Promise<SurveyVersion> {
  const { rows } = await sql<SurveyVersion>`
    select coalesce((select json_agg(json_build_array(number, row_count, respondent_count, cardinality(removed_rows))
        order by number) from survey_part where survey_id = ${surveyId} and status = 'PROCESSED'), '[]') as parts,
      coalesce((select item from search_progress where kind = 'note' and source_id = ${surveyId}), 0) as indexed_to`.execute(
    db,
  )
  return rows[0] ?? { parts: [], indexed_to: 0 }
}

const maxMediaOfOne = 200

export async function listMediaOf(
  db: Db,
  surveyId: number,
  { responseIds, respondentId }: { responseIds: readonly number[]; respondentId: number },
): Promise<MediaRow[]> {
  const { rows } = await sql<MediaRow>`
    select ${mediaColumns} from ${mediaTables} where m.id in (
      select id from survey_media where survey_id = ${surveyId} and response_id = any (${[...responseIds]}::int[])
      union all select id from survey_media where survey_id = ${surveyId} and respondent_id = ${respondentId})
    order by m.id limit ${maxMediaOfOne}`.execute(db)
  return rows
}

/** The registered name of a file, or of its pending replacement. */
export async function findMediaName(db: Db, surveyId: number, mediaId: number): Promise<string | undefined> {
  const { rows } = await sql<{ filename: string }>`
    select coalesce(next.filename, m.filename) as filename
    from survey_media m left join survey_media next on next.id = m.superseded_by
    where m.id = ${mediaId} and m.survey_id = ${surveyId}`.execute(db)
  return rows[0]?.filename
}

export async function findParticipantId(
  db: Db,
  surveyId: number,
  respondentId: number,
): Promise<number | null> {
  const { rows } = await sql<{ participant_id: number }>`
    select participant_id from participant_respondent
    where survey_id = ${surveyId} and respondent_id = ${respondentId}`.execute(db)
  return rows[0]?.participant_id ?? null
}
