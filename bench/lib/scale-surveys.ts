/** One survey imported by the product itself, then as many copies and parts of it as a size needs, made in SQL. */
import type { Deps } from '@inlet/server/src/app/deps.ts'
import { handleIndexNotes } from '@inlet/server/src/features/responses/index-notes.handler.ts'
import { makePart } from '@inlet/server/test/harness/survey-parts.ts'
import { importNow, makeSurvey, soleAttempt } from '@inlet/server/test/harness/surveys.ts'
import type pg from 'pg'
import { admin, largeProject, largeTeam, type World } from './scale-world.ts'

const rowsAPart = 20_000
/** A quarter of all responses is in one survey. */
const shareOfLargest = 0.25
export const typicalSurvey = 1
export const largestSurvey = 2
const firstCopy = 10
const columnMapping = { Name: 'Name', 'What should we change?': 'Open-ended' } as const

const copies = ({ responses }: World) => Math.round((responses * (1 - shareOfLargest)) / rowsAPart)
const partsOfLargest = ({ responses }: World) =>
  Math.max(1, Math.round((responses * shareOfLargest) / rowsAPart))

/** The same 20,000 responses at every size: reading them must not depend on the rest. */
export async function importTypical(deps: Deps): Promise<void> {
  const { rows } = await deps.database.pool.query<{ id: number }>(
    'select min(id) as id from api_key where team_id = $1',
    [largeTeam],
  )
  const owner = { teamId: largeTeam, userId: admin, keyId: rows[0]?.id ?? 0, projectId: largeProject }
  const surveyId = await makeSurvey(deps, {
    owner,
    parts: [makePart(1, rowsAPart)],
    columnMapping,
    addToResearchPanel: false,
  })
  if (surveyId !== typicalSurvey) throw new Error('The database already contains surveys.')
  const { status } = await importNow(deps, surveyId)
  if (status !== 'COMPLETED') throw new Error(`The survey is ${status}.`)
  await handleIndexNotes(deps, { v: 1, surveyId }, soleAttempt())
}

export async function fillSurveys(client: pg.Client, before: World | undefined, world: World): Promise<void> {
  const from = before ? copies(before) : 0
  const range = `generate_series(${from + firstCopy}, ${copies(world) + firstCopy - 1})`
  if (!before) await copySurveys(client, `generate_series(${largestSurvey}, ${largestSurvey})`, world)
  await copySurveys(client, `${range}`, world)
  await copyParts(client, { surveys: range, parts: 'generate_series(1, 1)' })
  const parts = `generate_series(${before ? partsOfLargest(before) + 1 : 1}, ${partsOfLargest(world)})`
  await copyParts(client, { surveys: `generate_series(${largestSurvey}, ${largestSurvey})`, parts })
  await client.query(
    `update survey set part_count = $1::int, response_count = $1::bigint * ${rowsAPart} where id = ${largestSurvey}`,
    [partsOfLargest(world)],
  )
}

async function copySurveys(client: pg.Client, ids: string, { projects }: World): Promise<void> {
  await client.query(`
    insert into file (id, team_id, project_id, created_by, name, extension, kind, status, created_at) overriding system value
    select -k, ${largeTeam}, case when k % 2 = 0 then ${largeProject} else 10 + k % ${projects} end, ${admin},
      'Survey ' || k, 'csv', 'survey', 'completed', timestamptz '2022-12-31' - k * interval '1 minute'
    from ${ids} k`)
  await client.query(`
    insert into survey (id, file_id, team_id, project_id, name, status, part_count, auto_map, add_to_research_panel,
      response_count, mapped_at, created_at, started_at, completed_at) overriding system value
    select k, f.id, f.team_id, f.project_id, f.name, 'COMPLETED', 1, true, false, ${rowsAPart}, now(), f.created_at,
      f.created_at, f.created_at
    from ${ids} k join file f on f.id = -k`)
  await client.query(`
    insert into survey_column select k, position, name, type, confidence, reason, separator, date_order, slot
    from ${ids} k, survey_column where survey_id = ${typicalSurvey}`)
  await client.query(`
    insert into survey_option select k, position, number, label, is_rest
    from ${ids} k, survey_option where survey_id = ${typicalSurvey}`)
}

/** Notes of every tenth part and people of every fourth: enough to be read, at half the disk space. */
async function copyParts(
  client: pg.Client,
  { surveys, parts }: { surveys: string; parts: string },
): Promise<void> {
  const made = `(select k, part, (part << 15) as base from ${surveys} k, ${parts} part) made`
  const template = (id: string) => `survey_id = ${typicalSurvey} and ${id} between 32768 and 65535`
  await client.query(`
    insert into survey_part (survey_id, number, status, upload_key, object_key, object_etag, object_bytes, row_count,
      respondent_count, processed_at)
    select k, part, 'PROCESSED', 'incoming/' || gen_random_uuid(), 'accepted/' || gen_random_uuid(), md5(part::text),
      9000000, ${rowsAPart}, case when (k + part) % 4 = 0 then (select count(*) from respondent where ${template('id')})
      else 0 end, now() from ${made}`)
  await client.query(`
    insert into response (survey_id, answered_at, id, respondent_id, answers, ranks)
    select k, answered_at + (part - 1) * interval '9 days', base + (id & 32767), base + (id & 32767), answers, ranks
    from ${made}, response where ${template('id')}`)
  await client.query(`
    insert into answer_block (survey_id, position, part_number, row_count, width, data)
    select k, position, part, row_count, width, data from ${made}, answer_block where survey_id = ${typicalSurvey}`)
  await client.query(`
    insert into respondent (survey_id, id, name, email)
    select k, base + (id & 32767), name, part || '-' || email from ${made}, respondent
    where ${template('id')} and (k + part) % 4 = 0`)
  await client.query(`
    insert into note (survey_id, position, response_id, text)
    select k, position, base + (response_id & 32767), text from ${made}, note
    where ${template('response_id')} and (k + part) % 10 = 0`)
}
