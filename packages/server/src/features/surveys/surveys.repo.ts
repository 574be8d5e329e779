/** SQL of survey uploads. Parts and media have files of their own. */
import type {
  ColumnType,
  MediaConfig,
  MediaLevel,
  MediaStatus,
  PartStatus,
  SurveyErrorDetails,
  SurveyStatus,
} from '@inlet/contract'
import { sql } from 'kysely'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Page } from '../../platform/http/paging.ts'
import { canOpen, isInOpenProject } from '../projects/projects.public.ts'

export interface Survey {
  id: number
  survey_key: string
  upload_key: string
  team_id: number
  status: SurveyStatus
  part_count: number
  column_mapping: Record<string, ColumnType>
  add_to_research_panel: boolean
  media_config: MediaConfig | null
  error_details: SurveyErrorDetails
}

const surveyColumns = sql`s.id, s.survey_key, s.upload_key, s.team_id, s.status, s.part_count, s.column_mapping,
  s.add_to_research_panel, s.media_config, s.error_details`

export interface NewSurvey {
  fileId: number
  projectId: number
  idempotencyKey: string | null
  name: string
  partCount: number
  columnMapping: Record<string, ColumnType>
  autoMap: boolean
  addToResearchPanel: boolean
  mediaConfig: MediaConfig | null
}

/** Undefined when the idempotency key is taken; whoever comes second waits here for the first to commit. */
export async function insertSurvey(
  tx: Tx,
  principal: Principal,
  survey: NewSurvey,
): Promise<Survey | undefined> {
  const { rows } = await sql<Survey>`
    insert into survey as s (file_id, team_id, project_id, api_key_id, idempotency_key, name, part_count,
      column_mapping, auto_map, add_to_research_panel, media_config)
    values (${survey.fileId}, ${principal.teamId}, ${survey.projectId}, ${principal.keyId}, ${survey.idempotencyKey},
      ${survey.name}, ${survey.partCount}, ${JSON.stringify(survey.columnMapping)}, ${survey.autoMap},
      ${survey.addToResearchPanel}, ${survey.mediaConfig && JSON.stringify(survey.mediaConfig)})
    on conflict (team_id, idempotency_key) do nothing
    returning ${surveyColumns}`.execute(tx)
  return rows[0]
}

export type KnownSurvey = Survey & { api_key_id: number; is_open: boolean }

/** Whoever of the team made it, and whether the caller can still open its project. */
export async function findByIdempotencyKey(
  db: Db,
  principal: Principal,
  key: string,
): Promise<KnownSurvey | undefined> {
  const { rows } = await sql<KnownSurvey>`
    select ${surveyColumns}, s.api_key_id, ${canOpen(principal)} as is_open
    from survey s join project p on p.id = s.project_id
    where s.team_id = ${principal.teamId} and s.idempotency_key = ${key}`.execute(db)
  return rows[0]
}

export async function findOpenSurvey(
  db: Db,
  principal: Principal,
  uploadKey: string,
): Promise<Survey | undefined> {
  const { rows } = await sql<Survey>`
    select ${surveyColumns} from survey s join project p on p.id = s.project_id
    where s.upload_key = ${uploadKey} and ${canOpen(principal)}`.execute(db)
  return rows[0]
}

export interface SurveySnapshot extends Survey {
  created_at: Date
  completed_at: Date | null
  response_count: number
  question_count: number
  is_mapped: boolean
  parts: { number: number; status: PartStatus; row_count: number | null; upload_key: string }[]
  media: {
    filename: string
    status: MediaStatus
    media_level: MediaLevel | null
    failure_message: string | null
    upload_key: string
  }[]
}

/** One statement, so that status, parts, media and figures are of one moment. */
export async function findSnapshot(
  db: Db,
  principal: Principal,
  uploadKey: string,
): Promise<SurveySnapshot | undefined> {
  const { rows } = await sql<SurveySnapshot>`
    select ${surveyColumns}, s.created_at, s.completed_at, s.response_count, s.mapped_at is not null as is_mapped,
      (select count(*) from survey_column c where c.survey_id = s.id
        and c.type not in ('Name', 'Email', 'Timestamp', 'Do nothing')) as question_count,
      (select json_agg(json_build_object('number', number, 'status', status, 'row_count', row_count,
        'upload_key', upload_key) order by number) from survey_part where survey_id = s.id) as parts,
      coalesce((select json_agg(json_build_object('filename', filename, 'status', status, 'media_level', media_level,
        'failure_message', failure_message, 'upload_key', upload_key) order by id)
        from survey_media where survey_id = s.id), '[]') as media
    from survey s join project p on p.id = s.project_id
    where s.upload_key = ${uploadKey} and ${canOpen(principal)}`.execute(db)
  return rows[0]
}

/**
 * Every change of an upload, its parts or its media begins here, so that no two of them interleave. The lock
 * leaves rows that refer to the survey free to be written. Undefined when the survey is gone.
 */
export async function lockSurvey(tx: Tx, surveyId: number): Promise<SurveyStatus | undefined> {
  const { rows } = await sql<{ status: SurveyStatus }>`
    select status from survey where id = ${surveyId} for no key update`.execute(tx)
  return rows[0]?.status
}

/** Descriptors were given out: whoever got them has time to use them. */
export async function keepWaiting(db: Db, surveyId: number): Promise<void> {
  await sql`update survey set waiting_since = now() where id = ${surveyId}`.execute(db)
}

export async function startImport(tx: Tx, surveyId: number): Promise<void> {
  await sql`
    update survey set status = 'VALIDATING', started_at = now()
    where id = ${surveyId} and status = 'AWAITING_UPLOAD'`.execute(tx)
}

/** Takes a failed upload back to its waiting state, and leaves one that waits as it is. */
export async function waitAgain(tx: Tx, surveyId: number): Promise<void> {
  await sql`
    update survey set status = 'AWAITING_UPLOAD', error_details = '{}', waiting_since = now()
    where id = ${surveyId} and status in ('AWAITING_UPLOAD', 'FAILED')`.execute(tx)
}

/**
 * When the call reached us, on the clock of the database: that of one process says nothing to another. Text,
 * because a date of JavaScript would drop the microseconds.
 */
export async function readReceiptTime(tx: Tx, elapsedMs: () => number): Promise<string> {
  const { rows } = await sql<{ received_at: string }>`
    select (clock_timestamp() - make_interval(secs => ${elapsedMs() / 1000}))::text as received_at`.execute(
    tx,
  )
  return rows[0]?.received_at ?? ''
}

export interface AppendState {
  status: SurveyStatus
  part_count: number
  /** An append that was not answered yet when this call came has gone first. */
  is_overtaken: boolean
}

/** Locks like `lockSurvey`. */
export async function lockForAppend(
  tx: Tx,
  surveyId: number,
  receivedAt: string,
): Promise<AppendState | undefined> {
  const { rows } = await sql<AppendState>`
    select status, part_count, coalesce(appended_at >= ${receivedAt}::timestamptz, false) as is_overtaken
    from survey where id = ${surveyId} for no key update`.execute(tx)
  return rows[0]
}

/** The last statement of its transaction: the answer is due so much later than this moment. */
export async function startAppend(
  tx: Tx,
  surveyId: number,
  { addedParts, answerAfterMs }: { addedParts: number; answerAfterMs: number },
): Promise<void> {
  await sql`
    update survey set status = 'AWAITING_UPLOAD', part_count = part_count + ${addedParts}, waiting_since = now(),
      appended_at = clock_timestamp() + make_interval(secs => ${answerAfterMs / 1000})
    where id = ${surveyId} and status = 'COMPLETED'`.execute(tx)
}

export interface SurveyItem {
  upload_key: string
  survey_key: string
  name: string
  project_id: number
  response_count: number
  part_count: number
  completed_at: string
}

export function listCompletedSurveysQuery(principal: Principal, page: Page) {
  const open = sql`from survey s where s.team_id = ${principal.teamId} and s.completed_at is not null
    and ${isInOpenProject(principal, sql`s.project_id`)}`
  return sql<{ count: number; items: SurveyItem[] }>`
    select (select count(*) ${open}) as count,
      coalesce((select json_agg(page order by id desc) from (
        select s.id, s.upload_key, s.survey_key, s.name, s.project_id, s.response_count, s.part_count, s.completed_at ${open}
        order by s.id desc limit ${page.limit} offset ${page.offset}) page), '[]') as items`
}

export async function listCompletedSurveys(db: Db, principal: Principal, page: Page) {
  const { rows } = await listCompletedSurveysQuery(principal, page).execute(db)
  return rows[0] ?? { count: 0, items: [] }
}
