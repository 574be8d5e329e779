/** SQL of surveys in the trash. */
import type { SurveyStatus } from '@inlet/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

export interface TrashedSurvey {
  id: number
  team_id: number
  file_id: number
  status: SurveyStatus
  completed_at: Date | null
  media: { id: number; recording_id: number | null }[]
}

/** Serializes with the jobs of the survey. */
export async function lockSurveyParts(tx: Tx, surveyId: number): Promise<TrashedSurvey | undefined> {
  await sql`select from survey where id = ${surveyId} for no key update`.execute(tx)
  const { rows } = await sql<TrashedSurvey>`
    select s.id, s.team_id, s.file_id, s.status, s.completed_at, coalesce((
      select json_agg(json_build_object('id', m.id, 'recording_id', m.recording_id))
      from survey_media m where m.survey_id = s.id), '[]') as media
    from survey s where s.id = ${surveyId}`.execute(tx)
  return rows[0]
}

export async function setSurveyProject(tx: Tx, surveyId: number, projectId: number): Promise<void> {
  await sql`update survey set project_id = ${projectId} where id = ${surveyId}`.execute(tx)
}

/** Surveys of a project with work that may be under way. */
export async function listSurveysAtWork(tx: Tx, projectId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select s.id from survey s where s.project_id = ${projectId} and (s.status in ('VALIDATING', 'PROCESSING')
      or exists (select from survey_media m where m.survey_id = s.id))`.execute(tx)
  return rows.map(({ id }) => id)
}
