/** Imports in any state, inserted directly into the tables, for tests that only read them. */
import { sql } from 'kysely'
import type { User } from '../../src/features/team/team.repo.ts'
import type { Db } from '../../src/platform/db/database.ts'
import { onlyRow } from '../../src/platform/db/only-row.ts'

interface Place {
  projectId: number
  by: User
}

export interface ImportRowOptions {
  name?: string
  /** Age in seconds. */
  age?: number
}

export type RowState = 'pending' | 'working' | 'ready' | 'failed'

const fileStatus = { pending: 'pending_upload', working: 'processing', ready: 'completed', failed: 'error' }
const insightPhase = {
  pending: 'awaiting_upload',
  working: 'processing',
  ready: 'completed',
  failed: 'failed',
}
const surveyStatus = {
  pending: 'AWAITING_UPLOAD',
  working: 'PROCESSING',
  ready: 'COMPLETED',
  failed: 'FAILED',
}

const ago = (age: number) => sql`now() - make_interval(secs => ${age})`

export async function insertFileRow(
  db: Db,
  { projectId, by }: Place,
  state: RowState,
  { name = 'notes.pdf', age = 0, kind = 'document' }: ImportRowOptions & { kind?: string } = {},
): Promise<string> {
  const key = state === 'pending' ? null : `accepted/${crypto.randomUUID()}`
  const { rows } = await sql<{ key: string }>`
    insert into file (team_id, project_id, created_by, name, extension, kind, status, upload_key, object_key,
      failure_code, failure_message, created_at, started_at, completed_at)
    values (${by.team_id}, ${projectId}, ${by.id}, ${name}, 'pdf', ${kind}, ${fileStatus[state]},
      ${`incoming/${crypto.randomUUID()}`}, ${key}, ${state === 'failed' ? 'damaged' : null},
      ${state === 'failed' ? 'The file is damaged.' : null}, ${ago(age)},
      ${key && sql`now()`}, ${state === 'ready' || state === 'failed' ? sql`now()` : null})
    returning key`.execute(db)
  return onlyRow(rows).key
}

export async function insertInsightRow(
  db: Db,
  { projectId, by }: Place,
  state: RowState,
  options: ImportRowOptions & { draft?: boolean; keyId?: number | null } = {},
): Promise<string> {
  const { name = 'report.pdf', age = 0, draft = false, keyId = null } = options
  const key = state === 'pending' ? null : `accepted/${crypto.randomUUID()}`
  const extraction = state === 'ready' ? sql`(select id from new_extraction)` : sql`null`
  const { rows } = await sql<{ key: string }>`
    with new_extraction as (insert into extraction (page_count) select 1 where ${state === 'ready'}::boolean returning id)
    insert into insight (team_id, project_id, created_by, api_key_id, name, extension, phase, state, upload_key, object_key,
      extraction_id, failure_code, failure_message, created_at, started_at, completed_at)
    values (${by.team_id}, ${projectId}, ${by.id}, ${keyId}, ${name}, 'pdf', ${insightPhase[state]}, ${draft ? 1 : 0},
      ${`incoming/${crypto.randomUUID()}`}, ${key}, ${extraction}, ${state === 'failed' ? 'damaged' : null},
      ${state === 'failed' ? 'The file is damaged.' : null}, ${ago(age)}, ${key && sql`now()`},
      ${state === 'ready' || state === 'failed' ? sql`now()` : null})
    returning key`.execute(db)
  return onlyRow(rows).key
}

export async function insertSurveyRow(
  db: Db,
  { projectId, by }: Place,
  state: RowState | 'waiting',
  { name = 'answers', age = 0 }: ImportRowOptions = {},
): Promise<string> {
  const status = state === 'waiting' ? 'AWAITING_UPLOAD' : surveyStatus[state]
  const { rows } = await sql<{ key: string }>`
    with record as (
      insert into file (team_id, project_id, created_by, name, extension, kind, status)
      values (${by.team_id}, ${projectId}, ${by.id}, ${name}, 'csv', 'survey', 'processing') returning id),
    made as (
      insert into survey (file_id, team_id, project_id, name, status, part_count, auto_map, add_to_research_panel,
        error_details, created_at, started_at, mapped_at, completed_at)
      select id, ${by.team_id}, ${projectId}, ${name}, ${status}, 3, false, true,
        ${state === 'failed' ? JSON.stringify({ part_number: 2, code: 'bad_row', message: 'Row 7 is damaged.' }) : '{}'}::jsonb,
        ${ago(age)}, ${state === 'pending' ? null : sql`now()`}, ${state === 'ready' ? sql`now()` : null},
        ${state === 'ready' ? sql`now()` : null}
      from record returning id, upload_key)
    , parts as (
      insert into survey_part (survey_id, number, status, upload_key, row_count)
      select id, 1, 'PROCESSED', 'incoming/' || gen_random_uuid(), 10 from made)
    select upload_key as key from made`.execute(db)
  return onlyRow(rows).key
}
