/** SQL of a survey on its way in. */
import type { ColumnType, MediaConfig, SurveyErrorDetails } from '@inlet/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { PinnedObject } from '../../platform/object-store/object-store.ts'

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
  /** It was complete before, so what waits now was appended. */
  isAppended: boolean
}

/** Undefined when there is nothing left to do: it has reached its end, or is gone. */
export async function findSurveyToImport(db: Db, surveyId: number): Promise<SurveyToImport | undefined> {
  const { rows } = await sql<SurveyToImport>`
    select id, team_id as "teamId", file_id as "fileId", status, column_mapping as "columnMapping",
      auto_map as "autoMap", add_to_research_panel as "addToResearchPanel", media_config as "mediaConfig",
      mapped_at is not null as "isMapped", completed_at is not null as "isAppended"
    from survey where id = ${surveyId} and status in ('VALIDATING', 'PROCESSING')`.execute(db)
  return rows[0]
}

export interface PartToImport {
  number: number
  /** Null when the part was never seen in the store. */
  object: PinnedObject | null
}

export async function listPartsToImport(db: Db, surveyId: number): Promise<PartToImport[]> {
  const { rows } = await sql<{ number: number; key: string | null; etag: string; bytes: number }>`
    select number, object_key as key, object_etag as etag, object_bytes as bytes from survey_part
    where survey_id = ${surveyId} and status <> 'PROCESSED' order by number`.execute(db)
  return rows.map(({ number, key, etag, bytes }) => ({
    number,
    object: key === null ? null : { key, etag, bytes },
  }))
}

export async function startProcessing(tx: Tx, surveyId: number): Promise<void> {
  await sql`update survey set status = 'PROCESSING' where id = ${surveyId} and status = 'VALIDATING'`.execute(
    tx,
  )
}

export async function markMapped(tx: Tx, surveyId: number): Promise<void> {
  await sql`update survey set mapped_at = now() where id = ${surveyId} and mapped_at is null`.execute(tx)
}

export interface SavedPart {
  partNumber: number
  rowCount: number
  /** Of whom the survey did not know before. */
  respondentCount: number
}

/** Throws when the part no longer waits: its rows must not be saved a second time. */
export async function markPartProcessed(
  tx: Tx,
  surveyId: number,
  { partNumber, rowCount, respondentCount }: SavedPart,
): Promise<void> {
  const { rows } = await sql`
    update survey_part set status = 'PROCESSED', row_count = ${rowCount}, respondent_count = ${respondentCount},
      processed_at = now()
    where survey_id = ${surveyId} and number = ${partNumber} and status <> 'PROCESSED' returning number`.execute(
    tx,
  )
  const { rows: surveys } = await sql`
    update survey set response_count = response_count + ${rowCount}
    where id = ${surveyId} and status = 'PROCESSING' returning id`.execute(tx)
  if (rows.length !== 1 || surveys.length !== 1) throw new Error('The part no longer waits for its rows.')
}

export async function failSurvey(tx: Tx, surveyId: number, details: SurveyErrorDetails): Promise<void> {
  await sql`
    update survey_part set status = 'FAILED'
    where survey_id = ${surveyId} and number = ${details.part_number ?? null} and status <> 'PROCESSED'`.execute(
    tx,
  )
  await sql`
    update survey set status = 'FAILED', error_details = ${JSON.stringify(details)}
    where id = ${surveyId} and status in ('VALIDATING', 'PROCESSING')`.execute(tx)
}

/** False while a part or a media file still waits. */
export async function finishSurvey(tx: Tx, surveyId: number): Promise<boolean> {
  const { rows } = await sql`
    update survey set status = 'COMPLETED', completed_at = now()
    where id = ${surveyId} and status = 'PROCESSING'
      and not exists (select from survey_part where survey_id = ${surveyId} and status <> 'PROCESSED')
      and not exists (select from survey_media where survey_id = ${surveyId} and status = 'UPLOADED')
    returning id`.execute(tx)
  return rows.length > 0
}
