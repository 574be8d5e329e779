/** SQL of surveys and their parts as exports contain them and imports of bundles restore them. */
import type { Metadata } from '@inlet/contract'
import { sql } from 'kysely'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { onlyRow } from '../../platform/db/only-row.ts'
import type { PinnedObject } from '../../platform/object-store/object-store.ts'
import { newUploadKey } from '../uploads/uploads.public.ts'

/** Times have microseconds. Columns that name objects, keys or other rows are not exported. */
export interface StoredSurvey {
  name: string
  status: 'AWAITING_UPLOAD' | 'VALIDATING' | 'PROCESSING' | 'COMPLETED' | 'FAILED'
  part_count: number
  withdrawn_part_count: number
  column_mapping: object
  auto_map: boolean
  add_to_research_panel: boolean
  media_config: object | null
  error_details: object
  response_count: number
  header_rows: number | null
  confirmed_header_rows: number | null
  overruled_header_rows: number | null
  external_id: string | null
  metadata: Metadata | null
  mapped_at: string | null
  created_at: string
  started_at: string | null
  appended_at: string | null
  completed_at: string | null
  updated_at: string
}

export interface StoredPart {
  number: number
  status: 'PENDING' | 'UPLOADED' | 'PROCESSED' | 'FAILED'
  row_count: number | null
  respondent_count: number | null
  object_bytes: number | null
  encoding: string | null
  delimiter: string | null
  header_rows: number | null
  skipped_row_count: number | null
  skipped_rows: object | null
  error_code: string | null
  removed_rows: number[] | null
  processed_at: string | null
}

export async function readStoredSurvey(
  db: Db,
  surveyId: number,
): Promise<{ survey: StoredSurvey; parts: StoredPart[] }> {
  const { rows } = await sql<{ survey: StoredSurvey; parts: StoredPart[] }>`
    select
      (select to_jsonb(x) from (select name, status, part_count, withdrawn_part_count, column_mapping, auto_map,
        add_to_research_panel, media_config, error_details, response_count, header_rows, confirmed_header_rows,
        overruled_header_rows, external_id, metadata, mapped_at, created_at, started_at, appended_at, completed_at,
        coalesce(updated_at, greatest(created_at, started_at, completed_at)) as updated_at
        from survey where id = ${surveyId}) x) as survey,
      coalesce((select jsonb_agg(to_jsonb(x) order by number) from (select number, status, row_count, respondent_count,
        object_bytes, encoding, delimiter, header_rows, skipped_row_count, skipped_rows, error_code, removed_rows,
        processed_at from survey_part where survey_id = ${surveyId}) x), '[]') as parts`.execute(db)
  return onlyRow(rows)
}

export async function restoreSurvey(
  tx: Tx,
  { projectId, principal, fileId }: { projectId: number; principal: Principal; fileId: number },
  stored: StoredSurvey,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into survey (team_id, project_id, api_key_id, file_id, name, status, part_count, withdrawn_part_count,
      column_mapping, auto_map, add_to_research_panel, media_config, error_details, response_count, header_rows,
      confirmed_header_rows, overruled_header_rows, external_id, metadata, mapped_at, created_at,
      started_at, appended_at, completed_at, updated_at)
    select ${principal.teamId}, ${projectId}, ${principal.keyId}, ${fileId}, name, status, part_count,
      withdrawn_part_count, column_mapping, auto_map, add_to_research_panel, media_config, error_details, response_count,
      header_rows, confirmed_header_rows, overruled_header_rows, external_id, metadata, mapped_at, created_at,
      started_at, appended_at, completed_at, updated_at
    from jsonb_populate_record(null::survey, ${JSON.stringify(stored)}::jsonb)
    returning id`.execute(tx)
  return onlyRow(rows).id
}

/** A part without an object is like one whose file was deleted with a person. */
export async function restoreParts(
  tx: Tx,
  surveyId: number,
  parts: readonly { stored: StoredPart; object: PinnedObject | null }[],
): Promise<void> {
  const rows = parts.map(({ stored, object }) => ({
    ...stored,
    upload_key: newUploadKey(),
    object_key: object?.key ?? null,
    object_etag: object?.etag ?? null,
    object_bytes: object?.bytes ?? null,
  }))
  await sql`
    insert into survey_part (survey_id, number, status, row_count, respondent_count, object_bytes, encoding, delimiter,
      header_rows, skipped_row_count, skipped_rows, error_code, removed_rows, processed_at, upload_key, object_key,
      object_etag)
    select ${surveyId}, number, status, row_count, respondent_count, object_bytes, encoding, delimiter, header_rows,
      skipped_row_count, skipped_rows, error_code, removed_rows, processed_at, upload_key, object_key, object_etag
    from jsonb_populate_recordset(null::survey_part, ${JSON.stringify(rows)}::jsonb)`.execute(tx)
}

/** Reports restored surveys like imported ones. */
export async function recordRestoredSurveys(tx: Tx, projectId: number): Promise<void> {
  await sql`
    select count(record_event('survey.' || lower(s.status), s.team_id, s.project_id,
      jsonb_build_object('upload_key', s.upload_key, 'survey_key', s.survey_key, 'status', s.status,
        'external_id', s.external_id))::text)
    from (select * from survey where project_id = ${projectId} order by id) s`.execute(tx)
}
