/** SQL of survey imports. */
import type { ColumnType, MediaConfig, SurveyErrorDetails } from '@inlet/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import type { PinnedObject } from '../../../platform/object-store/object-store.ts'
import { pinnedObject } from '../../../platform/object-store/pinned-object.ts'
import { unfinishedCodes } from '../../document-processing/document-processing.public.ts'
import type { PartReading } from '../survey-parts.repo.ts'

export interface SurveyToImport {
  id: number
  teamId: number
  fileId: number
  status: 'VALIDATING' | 'PROCESSING'
  columnMapping: Record<string, ColumnType>
  autoMap: boolean
  addToResearchPanel: boolean
  mediaConfig: MediaConfig | null
  isMapped: boolean
  /** Of the first part; null before mapping, and for surveys mapped by an older release. */
  headerRows: number | null
  /** Header rows confirmed in the workspace preview. */
  confirmedHeaderRows: number | null
  /** The survey was completed before, so waiting parts were appended. */
  isAppended: boolean
  /** A column is being retyped. */
  retype: Retype | null
}

/** `check`: files are compared with stored rows. `read`: files are read again. `part` is the last one done. */
export interface Retype {
  position: number
  from: ColumnType
  type: ColumnType
  step: 'check' | 'read'
  part: number
}

/** Undefined when the import has ended or the survey no longer exists. */
export async function findSurveyToImport(db: Db, surveyId: number): Promise<SurveyToImport | undefined> {
  const { rows } = await sql<SurveyToImport>`
    select id, team_id as "teamId", file_id as "fileId", status, column_mapping as "columnMapping",
      auto_map as "autoMap", add_to_research_panel as "addToResearchPanel", media_config as "mediaConfig",
      mapped_at is not null as "isMapped", header_rows as "headerRows",
      confirmed_header_rows as "confirmedHeaderRows", completed_at is not null as "isAppended",
      case when retype_position is not null then json_build_object('position', retype_position, 'from', retype_from,
        'type', retype_type, 'step', retype_step, 'part', retype_part) end as retype
    from survey where id = ${surveyId} and status in ('VALIDATING', 'PROCESSING')`.execute(db)
  return rows[0]
}

export interface PartToImport {
  number: number
  /** Null when the part was never found in the store. */
  object: PinnedObject | null
}

export async function listPartsToImport(db: Db, surveyId: number): Promise<PartToImport[]> {
  const { rows } = await sql<{
    number: number
    key: string | null
    etag: string | null
    bytes: number | null
  }>`
    select number, object_key as key, object_etag as etag, object_bytes as bytes from survey_part
    where survey_id = ${surveyId} and status <> 'PROCESSED' order by number`.execute(db)
  return rows.map(({ number, key, etag, bytes }) => ({
    number,
    object: pinnedObject(key, etag, bytes),
  }))
}

export async function startProcessing(tx: Tx, surveyId: number): Promise<void> {
  await sql`update survey set status = 'PROCESSING' where id = ${surveyId} and status = 'VALIDATING'`.execute(
    tx,
  )
}

export interface MappedHeader {
  headerRows: number
  /** Header rows of a survey tool that the mapping turned into responses. */
  overruledHeaderRows: number | null
}

export async function markMapped(tx: Tx, surveyId: number, header: MappedHeader): Promise<void> {
  await sql`
    update survey set mapped_at = now(), header_rows = ${header.headerRows},
      overruled_header_rows = ${header.overruledHeaderRows}
    where id = ${surveyId} and mapped_at is null`.execute(tx)
}

export interface SavedPart {
  partNumber: number
  rowCount: number
  /** New people in the survey. */
  respondentCount: number
  reading: PartReading
}

/** Throws when the part is already processed, so that its rows are never saved twice. */
export async function markPartProcessed(
  tx: Tx,
  surveyId: number,
  { partNumber, rowCount, respondentCount, reading }: SavedPart,
): Promise<void> {
  const { rows } = await sql`
    update survey_part set status = 'PROCESSED', row_count = ${rowCount}, respondent_count = ${respondentCount},
      processed_at = now(), encoding = ${reading.encoding}, delimiter = ${reading.delimiter},
      header_rows = ${reading.headerRows}, skipped_row_count = ${reading.skipped.count},
      skipped_rows = ${JSON.stringify(reading.skipped.rows)}
    where survey_id = ${surveyId} and number = ${partNumber} and status <> 'PROCESSED' returning number`.execute(
    tx,
  )
  const { rows: surveys } = await sql`
    update survey set response_count = response_count + ${rowCount}
    where id = ${surveyId} and status = 'PROCESSING' returning id`.execute(tx)
  if (rows.length !== 1 || surveys.length !== 1)
    throw new Error('The part is already processed, or the survey is not being processed.')
}

export async function failSurvey(tx: Tx, surveyId: number, details: SurveyErrorDetails): Promise<void> {
  await sql`
    update survey_part set status = 'FAILED', error_code = ${details.code ?? null}
    where survey_id = ${surveyId} and number = ${details.part_number ?? null} and status <> 'PROCESSED'`.execute(
    tx,
  )
  await sql`
    update survey set status = 'FAILED', error_details = ${JSON.stringify(details)}
    where id = ${surveyId} and status in ('VALIDATING', 'PROCESSING')`.execute(tx)
}

/** False while a part or a media file is waiting. */
export async function finishSurvey(tx: Tx, surveyId: number): Promise<boolean> {
  const { rows } = await sql`
    update survey set status = 'COMPLETED', completed_at = now(), retype_position = null, retype_from = null,
      retype_type = null, retype_step = null, retype_part = null
    where id = ${surveyId} and status = 'PROCESSING'
      and not exists (select from survey_part where survey_id = ${surveyId} and status <> 'PROCESSED')
      and not exists (select from survey_media where survey_id = ${surveyId} and status = 'UPLOADED')
    returning id`.execute(tx)
  return rows.length > 0
}

/** Imports the failed parts again, but only after exhausted retries: a file that is itself at fault would fail again. */
export async function reviveSurvey(tx: Tx, surveyId: number): Promise<void> {
  await sql`
    update survey_part p set status = 'UPLOADED' from survey s
    where s.id = ${surveyId} and p.survey_id = s.id and p.status = 'FAILED' and p.object_key is not null
      and s.status = 'FAILED' and s.error_details ->> 'code' = any (${[...unfinishedCodes]})`.execute(tx)
  await sql`
    update survey set status = 'VALIDATING', error_details = '{}', started_at = now()
    where id = ${surveyId} and status = 'FAILED' and error_details ->> 'code' = any (${[...unfinishedCodes]})`.execute(
    tx,
  )
}
