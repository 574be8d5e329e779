/** Surveys inserted directly into the tables and the store, in the state after complete, for tests of the import. */
import { randomUUID } from 'node:crypto'
import type { ColumnType, MediaConfig } from '@inlet/contract'
import { sql } from 'kysely'
import { pino } from 'pino'
import type { Deps } from '../../src/app/deps.ts'
import { createKey } from '../../src/features/keys/create-key.ts'
import { handleImportSurvey } from '../../src/features/surveys/import/import-survey.handler.ts'
import { importSurvey } from '../../src/features/surveys/import/import-survey.job.ts'
import { retypeColumn } from '../../src/features/surveys/import/retype-column.ts'
import { insertTeam, insertUser } from '../../src/features/team/team.repo.ts'
import { inTransaction } from '../../src/platform/db/database.ts'
import { onlyRow } from '../../src/platform/db/only-row.ts'
import type { Attempt } from '../../src/platform/jobs/attempt.ts'
import type { PinnedObject } from '../../src/platform/object-store/object-store.ts'

export type SurveyDeps = Pick<Deps, 'db' | 'database' | 'store' | 'enqueue' | 'secrets'>

export interface SurveyOwner {
  teamId: number
  userId: number
  keyId: number
  projectId: number
}

export async function makeSurveyOwner(deps: SurveyDeps): Promise<SurveyOwner> {
  const team = await insertTeam(deps.db, 'Survey team')
  const email = `survey-${randomUUID()}@example.org`
  const user = await insertUser(deps.db, { team_id: team.id, email, name: 'Owner', role: 0 })
  const key = await createKey(deps, {
    teamId: team.id,
    userId: user.id,
    kind: 'team',
    name: 'test key',
    scopes: ['survey:write'],
    rateLimitPerMinute: 1000,
  })
  const { rows } = await sql<{ key_id: number; project_id: number }>`
    with made as (
      insert into project (team_id, owner_id, name, share_preference, supported_languages, transcript_language,
        default_ai_language)
      values (${team.id}, ${user.id}, 'Surveys', 2, '{en-US}', 'en-US', 'en-US') returning id)
    select api_key.id as key_id, made.id as project_id from api_key, made
    where client_id = ${key.client_id}`.execute(deps.db)
  const { key_id, project_id } = onlyRow(rows)
  return { teamId: team.id, userId: user.id, keyId: key_id, projectId: project_id }
}

export interface SurveyOptions {
  owner: SurveyOwner
  parts: readonly (string | Buffer)[]
  columnMapping?: Record<string, ColumnType>
  autoMap?: boolean
  addToResearchPanel?: boolean
  mediaConfig?: MediaConfig
}

export async function makeSurvey(deps: SurveyDeps, options: SurveyOptions): Promise<number> {
  const { owner, parts, columnMapping = {}, autoMap = true, addToResearchPanel = true, mediaConfig } = options
  const { rows } = await sql<{ id: number }>`
    with record as (
      insert into file (team_id, project_id, created_by, name, extension, kind, status)
      values (${owner.teamId}, ${owner.projectId}, ${owner.userId}, 'Survey', 'csv', 'survey', 'processing')
      returning id)
    insert into survey (file_id, team_id, project_id, api_key_id, name, part_count, column_mapping, auto_map,
      add_to_research_panel, media_config)
    select record.id, ${owner.teamId}, ${owner.projectId}, ${owner.keyId}, 'Survey', ${parts.length},
      ${JSON.stringify(columnMapping)}, ${autoMap}, ${addToResearchPanel},
      ${mediaConfig === undefined ? null : JSON.stringify(mediaConfig)}
    from record returning id`.execute(deps.db)
  const { id } = onlyRow(rows)
  for (const [i, content] of parts.entries()) await addPart(deps, id, i + 1, content)
  await setStatus(deps, id, 'VALIDATING')
  return id
}

/** A new part, or new content for a failed one. */
export async function addPart(
  deps: SurveyDeps,
  surveyId: number,
  number: number,
  content: string | Buffer,
): Promise<void> {
  const object = await storeObject(deps, content, 'text/csv')
  await sql`
    insert into survey_part (survey_id, number, status, upload_key, object_key, object_etag, object_bytes)
    values (${surveyId}, ${number}, 'UPLOADED', ${`incoming/${randomUUID()}`}, ${object.key}, ${object.etag}, ${object.bytes})
    on conflict (survey_id, number) do update set status = 'UPLOADED', object_key = excluded.object_key,
      object_etag = excluded.object_etag, object_bytes = excluded.object_bytes`.execute(deps.db)
}

export async function addMedia(
  deps: SurveyDeps,
  surveyId: number,
  filename: string,
  content: string | Buffer = 'not really a recording',
): Promise<void> {
  const object = await storeObject(deps, content, 'application/octet-stream', `incoming/${randomUUID()}`)
  await sql`
    insert into survey_media (survey_id, filename, status, upload_key, object_key, object_etag, object_bytes)
    values (${surveyId}, ${filename.normalize('NFC')}, 'UPLOADED', ${object.key}, ${object.key}, ${object.etag},
      ${object.bytes})`.execute(deps.db)
}

export async function storeObject(
  { store }: SurveyDeps,
  content: string | Buffer,
  contentType: string,
  key = `accepted/${randomUUID()}`,
): Promise<PinnedObject> {
  const body = Buffer.from(content)
  await store.write(key, body, { contentType, bytes: body.length })
  const object = await store.head(key)
  if (!object) throw new Error('The object was not stored.')
  return object
}

export async function setStatus(
  deps: SurveyDeps,
  surveyId: number,
  status: 'VALIDATING' | 'AWAITING_UPLOAD',
): Promise<void> {
  await sql`update survey set status = ${status}, error_details = '{}', started_at = now() where id = ${surveyId}`.execute(
    deps.db,
  )
}

export async function enqueueImport(deps: SurveyDeps, surveyId: number, teamId: number): Promise<void> {
  await inTransaction(deps.db, (tx) =>
    deps.enqueue(tx, importSurvey, { v: 1, surveyId }, { teamId, key: String(surveyId) }),
  )
}

const nothing = () => Promise.resolve()

/** An attempt that never loses its lease. */
export function soleAttempt(signal = new AbortController().signal): Attempt {
  const log = pino({ level: 'silent' })
  return { jobId: 'test', number: 0, signal, log, complete: nothing, advance: nothing }
}

/** Runs the import in this process, without a job. */
export async function importNow(deps: SurveyDeps, surveyId: number): Promise<SurveyOutcome> {
  await handleImportSurvey(deps, { v: 1, surveyId }, soleAttempt())
  return readSurvey(deps, surveyId)
}

/** Requests another column type like a client, without running the job. */
export async function startRetype(
  deps: SurveyDeps,
  owner: SurveyOwner,
  surveyId: number,
  { position, type }: { position: number; type: ColumnType },
): Promise<void> {
  const { rows } = await sql<{ upload_key: string }>`
    select upload_key from survey where id = ${surveyId}`.execute(deps.db)
  const { keyId, teamId, userId } = owner
  const principal = { keyId, kind: 'team' as const, teamId, userId, role: 0 as const }
  const uploadKey = onlyRow(rows).upload_key
  const column = { uploadKey, position: String(position), type, maySeePeople: true }
  await retypeColumn(deps, principal, column)
}

/** Changes a column type in this process, without a job. */
export async function retypeNow(
  deps: SurveyDeps,
  owner: SurveyOwner,
  surveyId: number,
  column: { position: number; type: ColumnType },
): Promise<SurveyOutcome> {
  await startRetype(deps, owner, surveyId, column)
  return importNow(deps, surveyId)
}

export interface SurveyOutcome {
  status: string
  errorDetails: Record<string, unknown>
  responseCount: number
  isMapped: boolean
  completedAt: Date | null
  parts: { number: number; status: string; row_count: number | null }[]
}

export async function readSurvey({ db }: Pick<Deps, 'db'>, surveyId: number): Promise<SurveyOutcome> {
  const { rows } = await sql<SurveyOutcome>`
    select status, error_details as "errorDetails", response_count as "responseCount",
      mapped_at is not null as "isMapped", completed_at as "completedAt",
      (select json_agg(json_build_object('number', number, 'status', status, 'row_count', row_count) order by number)
        from survey_part where survey_id = survey.id) as parts
    from survey where id = ${surveyId}`.execute(db)
  return onlyRow(rows)
}
