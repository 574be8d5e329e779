/** SQL of surveys that are changed after their import. */
import type { Metadata, SurveyStatus } from '@inlet/contract'
import { sql } from 'kysely'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Tx } from '../../platform/db/database.ts'
import { onlyRow } from '../../platform/db/only-row.ts'
import { updatedAt } from '../../platform/db/updated-at.ts'
import { canOpen } from '../projects/projects.public.ts'
import { isHiddenByProject, isProtected } from '../recording-processing/recording-processing.public.ts'

export interface ManagedSurveyRow {
  id: number
  file_id: number
  upload_key: string
  survey_key: string
  team_id: number
  project_id: number
  name: string
  status: SurveyStatus
  response_count: number
  external_id: string | null
  metadata: Metadata | null
  created_at: Date
  updated_at: Date
  completed_at: Date | null
}

const columns = sql`s.id, s.file_id, s.upload_key, s.survey_key, s.team_id, s.project_id, s.name, s.status, s.response_count,
  s.external_id, s.metadata, s.created_at, ${updatedAt('s')} as updated_at, s.completed_at`

/** Serializes changes of the survey with those of its jobs. */
export async function lockOpenSurvey(
  tx: Tx,
  principal: Principal,
  uploadKey: string,
): Promise<ManagedSurveyRow | undefined> {
  const { rows } = await sql<ManagedSurveyRow>`
    select ${columns} from survey s join project p on p.id = s.project_id
    where s.upload_key = ${uploadKey} and ${canOpen(principal)} for no key update of s`.execute(tx)
  return rows[0]
}

export interface SurveyRecording {
  recording_id: number | null
  is_protected: boolean
  is_hidden_by_project: boolean
}

/** Media files have the privacy settings of the project in which they were registered. Those in the trash can be restored. */
export async function listSurveyRecordings(tx: Tx, surveyId: number): Promise<SurveyRecording[]> {
  const { rows } = await sql<SurveyRecording>`
    select m.recording_id, ${isProtected.media} as is_protected,
      ${isHiddenByProject.media} as is_hidden_by_project
    from (
      select * from survey_media where survey_id = ${surveyId}
      union all select * from deleted_media where survey_id = ${surveyId}
    ) m join survey s on s.id = m.survey_id join project p on p.id = s.project_id`.execute(tx)
  return rows
}

export type SurveyChange = Pick<ManagedSurveyRow, 'name' | 'project_id' | 'external_id' | 'metadata'>

/** Keeps what the first request said, which repeated requests are compared with. */
export async function changeSurvey(
  tx: Tx,
  surveyId: number,
  survey: SurveyChange,
): Promise<ManagedSurveyRow> {
  const { rows } = await sql<ManagedSurveyRow>`
    update survey s set name = ${survey.name}, project_id = ${survey.project_id}, external_id = ${survey.external_id},
      metadata = ${survey.metadata && JSON.stringify(survey.metadata)}::jsonb,
      first_project_id = coalesce(first_project_id, project_id), first_name = coalesce(first_name, name)
    where s.id = ${surveyId} returning ${columns}`.execute(tx)
  return onlyRow(rows)
}
