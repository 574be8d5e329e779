/** SQL of survey uploads; parts and media are in separate files. */
import {
  type ColumnType,
  type MediaConfig,
  type MediaLevel,
  type MediaStatus,
  type Metadata,
  type PartStatus,
  type SurveyErrorDetails,
  SurveyStatus,
} from '@inlet/contract'
import { sql } from 'kysely'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { updatedAt } from '../../platform/db/updated-at.ts'
import type { Page } from '../../platform/http/paging.ts'
import {
  canOpen,
  isClosedProject,
  isDeleted,
  isInOpenProject,
  type RecordSource,
} from '../projects/projects.public.ts'
import type { StoredReferences } from '../uploads/uploads.public.ts'
import { mediaKey } from './media/survey-media.repo.ts'

export interface Survey {
  id: number
  survey_key: string
  upload_key: string
  team_id: number
  status: SurveyStatus
  part_count: number
  column_mapping: Record<string, ColumnType>
  /** A column was retyped to one that names media files. */
  has_media_column: boolean
  add_to_research_panel: boolean
  media_config: MediaConfig | null
  error_details: SurveyErrorDetails
}

/** The client's num_parts; `part_count` is the highest part number assigned. */
const partCount = sql`s.part_count - s.withdrawn_part_count as part_count`

const surveyColumns = sql`s.id, s.survey_key, s.upload_key, s.team_id, s.status, ${partCount}, s.column_mapping,
  exists (select from survey_column c where c.survey_id = s.id and c.type = 'MEDIA_RESPONSE'
    and c.decided_by = 'mapping') as has_media_column,
  s.add_to_research_panel, s.media_config, s.error_details`

export interface NewSurvey extends StoredReferences {
  fileId: number
  projectId: number
  idempotencyKey: string | null
  name: string
  partCount: number
  columnMapping: Record<string, ColumnType>
  autoMap: boolean
  addToResearchPanel: boolean
  mediaConfig: MediaConfig | null
  confirmedHeaderRows: number | null
}

/** Undefined when the idempotency key is taken; a concurrent call waits here for the first to commit. */
export async function insertSurvey(
  tx: Tx,
  principal: Principal,
  survey: NewSurvey,
): Promise<Survey | undefined> {
  const { rows } = await sql<Survey>`
    insert into survey as s (file_id, team_id, project_id, api_key_id, idempotency_key, name, part_count,
      first_project_id, first_name, first_part_count, column_mapping, auto_map, add_to_research_panel, media_config,
      confirmed_header_rows, external_id, metadata)
    values (${survey.fileId}, ${principal.teamId}, ${survey.projectId}, ${principal.keyId}, ${survey.idempotencyKey},
      ${survey.name}, ${survey.partCount}, ${survey.projectId}, ${survey.name}, ${survey.partCount},
      ${JSON.stringify(survey.columnMapping)}, ${survey.autoMap}, ${survey.addToResearchPanel},
      ${survey.mediaConfig && JSON.stringify(survey.mediaConfig)}, ${survey.confirmedHeaderRows},
      ${survey.externalId}, ${survey.metadata && JSON.stringify(survey.metadata)}::jsonb)
    on conflict (team_id, idempotency_key) do nothing
    returning ${surveyColumns}`.execute(tx)
  return rows[0]
}

/** Fields of the first request for comparison with a repeated one; null when unknown. */
export interface FirstRequest {
  first_project_id: number | null
  first_name: string | null
  first_part_count: number | null
}

export type KnownSurvey = Survey &
  FirstRequest & {
    api_key_id: number | null
    is_open: boolean
    open_parts: { number: number; upload_key: string }[]
  }

/**
 * Any upload of the team, and whether the caller can still open its project. Archived and deleted projects free the key.
 * Includes the open parts, so that they and the survey are from one snapshot.
 * The previous release does not store the first request; before an append it equals the survey's own fields.
 */
export async function findByIdempotencyKey(
  db: Db,
  principal: Principal,
  key: string,
): Promise<KnownSurvey | undefined> {
  const { rows } = await sql<KnownSurvey>`
    select ${surveyColumns}, s.api_key_id, ${canOpen(principal)} as is_open,
      coalesce(s.first_project_id, s.project_id) as first_project_id, coalesce(s.first_name, s.name) as first_name,
      coalesce(s.first_part_count, case when s.appended_at is null then s.part_count end) as first_part_count,
      coalesce((select json_agg(json_build_object('number', number, 'upload_key', upload_key) order by number)
        from survey_part where survey_id = s.id and status <> 'PROCESSED'), '[]') as open_parts
    from survey s join project p on p.id = s.project_id
    where s.team_id = ${principal.teamId} and s.idempotency_key = ${key} and not ${isClosedProject}`.execute(
    db,
  )
  return rows[0]
}

/** Frees the idempotency key of a survey in an archived or deleted project. */
export async function releaseIdempotencyKey(tx: Tx, principal: Principal, key: string): Promise<void> {
  await sql`
    update survey s set idempotency_key = null from project p
    where p.id = s.project_id and s.team_id = ${principal.teamId} and s.idempotency_key = ${key}
      and ${isClosedProject}`.execute(tx)
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

export type SurveyState = Pick<Survey, 'upload_key' | 'status' | 'error_details'> &
  Pick<SurveySnapshot, 'external_id'>

export async function listSurveyStates(
  db: Db,
  principal: Principal,
  uploadKeys: readonly string[],
): Promise<SurveyState[]> {
  const { rows } = await sql<SurveyState>`
    select s.upload_key, s.status, s.error_details, s.external_id
    from survey s join project p on p.id = s.project_id
    where s.upload_key = any (${[...uploadKeys]}::uuid[]) and ${canOpen(principal)}`.execute(db)
  return rows
}

export interface SurveySnapshot extends Survey {
  name: string
  project_id: number
  external_id: string | null
  metadata: Metadata | null
  created_at: Date
  updated_at: Date
  completed_at: Date | null
  response_count: number
  question_count: number
  is_mapped: boolean
  auto_map: boolean
  header_rows: number | null
  overruled_header_rows: number | null
  parts: {
    number: number
    status: PartStatus
    row_count: number | null
    upload_key: string
    encoding: string | null
    delimiter: string | null
    header_rows: number | null
    skipped_row_count: number | null
    error_code: string | null
  }[]
  media: {
    id: number
    /** The order of the list: a replacement takes the place of the file it replaces. */
    place: number
    filename: string
    status: MediaStatus
    media_key: string
    media_level: MediaLevel | null
    failure_code: string | null
    failure_message: string | null
    upload_key: string
  }[]
}

/** One statement, so that status, parts, media and counts are from one snapshot. */
export async function findSnapshot(
  db: Db,
  principal: Principal,
  uploadKey: string,
): Promise<SurveySnapshot | undefined> {
  const { rows } = await sql<SurveySnapshot>`
    select ${surveyColumns}, s.name, s.project_id, s.external_id, s.metadata, s.created_at, ${updatedAt('s')} as updated_at, s.completed_at, s.response_count, s.mapped_at is not null as is_mapped,
      s.auto_map, s.header_rows, s.overruled_header_rows,
      (select count(*) from survey_column c where c.survey_id = s.id
        and c.type not in ('Name', 'Email', 'Timestamp', 'Do nothing')) as question_count,
      (select json_agg(json_build_object('number', number, 'status', status, 'row_count', row_count,
        'upload_key', upload_key, 'encoding', encoding, 'delimiter', delimiter, 'header_rows', header_rows,
        'skipped_row_count', skipped_row_count, 'error_code', error_code) order by number)
        from survey_part where survey_id = s.id) as parts,
      coalesce((select json_agg(json_build_object('id', m.id, 'place', coalesce(kept.id, m.id), 'filename', coalesce(m.sent_name, m.filename),
        'status', m.status, 'media_level', coalesce(m.media_level, kept.media_level),
        'media_key', ${mediaKey}, 'failure_code', m.failure_code,
        'failure_message', m.failure_message, 'upload_key', m.upload_key) order by coalesce(kept.id, m.id))
        from survey_media m left join survey_media kept on kept.superseded_by = m.id
        where m.survey_id = s.id and m.superseded_by is null), '[]') as media
    from survey s join project p on p.id = s.project_id
    where s.upload_key = ${uploadKey} and ${canOpen(principal)}`.execute(db)
  return rows[0]
}

/**
 * Serializes all changes of an upload, its parts and its media. The lock does not block writes to rows that reference the
 * survey. Undefined when the survey no longer exists.
 */
export async function lockSurvey(tx: Tx, surveyId: number): Promise<SurveyStatus | undefined> {
  const { rows } = await sql<{ status: SurveyStatus }>`
    select status from survey where id = ${surveyId} for no key update`.execute(tx)
  return rows[0]?.status
}

/** Extends the deadline because descriptors were issued. */
export async function keepWaiting(db: Db, surveyId: number): Promise<void> {
  await sql`update survey set waiting_since = now() where id = ${surveyId}`.execute(db)
}

/** It was deleted, or its project was. */
export async function isSurveyDeleted(tx: Tx, surveyId: number): Promise<boolean> {
  const { rows } = await sql<{ is_deleted: boolean }>`
    select ${isDeleted(sql`survey.project_id`)} as is_deleted from survey where id = ${surveyId}`.execute(tx)
  return rows[0]?.is_deleted ?? true
}

export async function startImport(tx: Tx, surveyId: number): Promise<void> {
  await sql`
    update survey set status = 'VALIDATING', started_at = now()
    where id = ${surveyId} and status = 'AWAITING_UPLOAD'`.execute(tx)
}

/** Resets a failed upload to its waiting state. */
export async function waitAgain(tx: Tx, surveyId: number): Promise<void> {
  await sql`
    update survey set status = 'AWAITING_UPLOAD', error_details = '{}', waiting_since = now()
    where id = ${surveyId} and status in ('AWAITING_UPLOAD', 'FAILED')`.execute(tx)
}

export interface WithdrawalState {
  status: SurveyStatus
  failed_part: number | null
  was_completed: boolean
}

/** Locks like `lockSurvey`. */
export async function lockForWithdrawal(tx: Tx, surveyId: number): Promise<WithdrawalState | undefined> {
  const { rows } = await sql<WithdrawalState>`
    select status, (error_details ->> 'part_number')::int as failed_part, completed_at is not null as was_completed
    from survey where id = ${surveyId} for no key update`.execute(tx)
  return rows[0]
}

/** COMPLETED keeps the time of the first completion. */
export async function countWithdrawal(tx: Tx, surveyId: number, status: SurveyStatus): Promise<void> {
  await sql`
    update survey set status = ${status}, withdrawn_part_count = withdrawn_part_count + 1,
      error_details = case when ${status} = 'FAILED' then error_details else '{}' end,
      started_at = case when ${status} = 'PROCESSING' then now() else started_at end
    where id = ${surveyId} and status in ('AWAITING_UPLOAD', 'FAILED')`.execute(tx)
}

/**
 * Arrival time of the request on the database clock, because process clocks are not comparable. Text, because a
 * JavaScript Date would lose the microseconds.
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
  /** Part numbers are never reused, including those of withdrawn parts. */
  last_part_number: number
  /** A concurrent append was committed first but had not been answered when this request arrived. */
  is_overtaken: boolean
}

/** Locks like `lockSurvey`. */
export async function lockForAppend(
  tx: Tx,
  surveyId: number,
  receivedAt: string,
): Promise<AppendState | undefined> {
  const { rows } = await sql<AppendState>`
    select s.status, ${partCount}, s.part_count as last_part_number,
      coalesce(s.appended_at >= ${receivedAt}::timestamptz, false) as is_overtaken
    from survey s where s.id = ${surveyId} for no key update`.execute(tx)
  return rows[0]
}

/** Must be the last statement of its transaction; the response is delayed relative to this time. */
export async function startAppend(
  tx: Tx,
  surveyId: number,
  { addedParts, answerAfterMs }: { addedParts: number; answerAfterMs: number },
): Promise<void> {
  await sql`
    update survey set status = 'AWAITING_UPLOAD', part_count = part_count + ${addedParts}, waiting_since = now(),
      first_part_count = coalesce(first_part_count, case when appended_at is null then part_count end),
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
  status: SurveyStatus
  external_id: string | null
  error_code: string | null
  updated_at: string
  /** Null only in a list by status. */
  completed_at: string | null
}

const itemColumns = (row: 'r' | 's') => {
  const s = sql.ref(row)
  return sql`${s}.id, ${s}.upload_key, ${s}.survey_key, ${s}.name, ${s}.project_id, ${s}.response_count,
    ${s}.part_count - ${s}.withdrawn_part_count as part_count, ${s}.status, ${s}.external_id,
    ${s}.error_details ->> 'code' as error_code, ${updatedAt(row)} as updated_at, ${s}.completed_at`
}

export function listCompletedSurveysQuery(principal: Principal, page: Page) {
  const open = sql`from survey s where s.team_id = ${principal.teamId} and s.completed_at is not null
    and ${isInOpenProject(principal, sql`s.project_id`)}`
  return sql<{ count: number; items: SurveyItem[] }>`
    select (select count(*) ${open}) as count,
      coalesce((select json_agg(page order by id desc) from (
        select ${itemColumns('s')} ${open}
        order by s.id desc limit ${page.limit} offset ${page.offset}) page), '[]') as items`
}

export async function listCompletedSurveys(db: Db, principal: Principal, page: Page) {
  const { rows } = await listCompletedSurveysQuery(principal, page).execute(db)
  return rows[0] ?? { count: 0, items: [] }
}

export const surveySource: RecordSource<SurveyItem> = {
  list: {
    table: 'survey',
    key: 'upload_key',
    columns: itemColumns('r'),
    group: sql`i.completed_at is not null, i.status`,
  },
  // Without a status the list has what was completed at least once.
  groups: (_, { statuses }) => ({
    groups: sql`select c.is_completed, s.status from unnest(${statuses ? [true, false] : [true]}::boolean[]) as c (is_completed)
      cross join unnest(${[...(statuses ?? SurveyStatus.enum)]}::text[]) as s (status)`,
    isGrouped: true,
  }),
  listPlain: listCompletedSurveys,
}
