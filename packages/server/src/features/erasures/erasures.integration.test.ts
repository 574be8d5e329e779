/** Erasures that programs request: person and address are gone, busy surveys are waited for, counts survive. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { makeBucket, type OwnBucket, readAll } from '../../../test/harness/own-bucket.ts'
import { findKeyId, makeCaller } from '../../../test/harness/people.ts'
import { addMedia, importNow, makeSurvey, soleAttempt } from '../../../test/harness/surveys.ts'
import { onlyRow } from '../../platform/db/only-row.ts'
import { handleEraseRespondent } from './erase-respondent.handler.ts'
import { resumeErasures } from './resume-erasures.ts'

const run = promisify(execFile)

let bucket: OwnBucket
let app: TestApp
let admin: Awaited<ReturnType<typeof makeCaller>>
let projectId: number

beforeAll(async () => {
  bucket = await makeBucket()
  app = await startTestApp({ S3_BUCKET: bucket.name })
  admin = await makeCaller(app, { role: 3 })
  projectId = await makeProject(admin.token)
}, 120_000)
afterAll(async () => {
  await app.close()
  await bucket.remove()
}, 120_000)

async function call(method: string, path: string, json?: object, token = admin.token) {
  const answer = await fetch(`${app.url}/api/v1/developer/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(json && { 'content-type': 'application/json' }),
    },
    ...(json && { body: JSON.stringify(json) }),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

const makeProject = async (token: string, settings = {}) =>
  Number((await call('POST', 'import/projects/create', { name: 'Erasures', ...settings }, token)).body['id'])

async function makeResponses(words: string, inProject = projectId): Promise<number> {
  const keyId = await findKeyId(app.deps, admin.key)
  const surveyId = await makeSurvey(app.deps, {
    owner: { teamId: admin.team.id, userId: admin.user.id, keyId, projectId: inProject },
    parts: [`Email,Why\n${words}@example.org,${words} says\nother@example.org,kept answer\n`],
    columnMapping: { Email: 'Email', Why: 'Open-ended' },
    mediaConfig: {},
  })
  await addMedia(app.deps, surveyId, `${words}@example.org.mp4`, `${words} spoken`)
  await importNow(app.deps, surveyId)
  await sql`delete from job.job`.execute(app.deps.db)
  return surveyId
}

/** Runs the job of an erasure as a worker would. */
async function runJob(key: unknown): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from erasure where key = ${String(key)}`.execute(
    app.deps.db,
  )
  await handleEraseRespondent(app.deps, { v: 1, erasureId: onlyRow(rows).id }, soleAttempt())
  await sql`delete from job.job`.execute(app.deps.db)
}

async function isFound(words: string): Promise<boolean> {
  const { stdout } = await run('pg_dump', ['--dbname', app.databaseUrl], { maxBuffer: 64e6 })
  return `${stdout}${await readAll(bucket.store)}`.toLowerCase().includes(words)
}

const removedOf = async (key: unknown, token = admin.token) =>
  (await call('GET', `erasures/${String(key)}`, undefined, token)).body

it('erases a person from every survey, and keeps only counts', { timeout: 180_000 }, async () => {
  await makeResponses('zebulonia')
  await makeResponses('zebulonia')
  const asked = await call('POST', 'respondents/erase', { email: ' Zebulonia@Example.org ' })
  expect([asked.status, Object.keys(asked.body)]).toEqual([202, ['erasure_key']])
  const key = asked.body['erasure_key']
  const jobs = await sql`select data from job.job where name = 'erase-respondent'`.execute(app.deps.db)
  expect(jobs.rows).toHaveLength(1)
  expect(JSON.stringify(jobs.rows)).not.toContain('zebulonia')
  expect(await removedOf(key)).toMatchObject({
    status: 'pending',
    completed_at: null,
    removed: { surveys: 0 },
  })
  expect(await isFound('zebulonia')).toBe(true)
  await runJob(key)
  expect(await isFound('zebulonia')).toBe(false)
  expect(await isFound('kept answer')).toBe(true)
  const done = await removedOf(key)
  expect(done).toMatchObject({
    status: 'completed',
    removed: { surveys: 2, responses: 2, notes: 2, media: 2, participants: 1 },
  })
  await runJob(key)
  expect(await removedOf(key)).toEqual(done)
  const events = await sql`
    select from event_outbox where type = 'respondent.erased' union all select from event where type = 'respondent.erased'`.execute(
    app.deps.db,
  )
  expect(events.rows).toHaveLength(2)
})

it('erases a respondent from one survey, and keeps the participant while another has them', async () => {
  const [first, second] = [await makeResponses('twice'), await makeResponses('twice')]
  const { rows } = await sql<{ upload_key: string; id: number }>`
    select s.upload_key, r.id from survey s join respondent r on r.survey_id = s.id
    where s.id in (${first}, ${second}) and r.email = 'twice@example.org' order by s.id`.execute(app.deps.db)
  const counts: unknown[] = []
  for (const { upload_key, id: respondent_id } of rows) {
    const { body } = await call('POST', 'respondents/erase', { upload_key, respondent_id })
    await runJob(body['erasure_key'])
    counts.push((await removedOf(body['erasure_key']))['removed'])
    const again = await call('POST', 'respondents/erase', { upload_key, respondent_id })
    expect([again.status, again.body['code']]).toEqual([404, 'not_found'])
  }
  expect(counts).toMatchObject([
    { surveys: 1, responses: 1, participants: 0 },
    { surveys: 1, responses: 1, participants: 1 },
  ])
})

it('waits for a survey that is being imported, and the sweeper repeats it', {
  timeout: 120_000,
}, async () => {
  const surveyId = await makeResponses('patience')
  await sql`update survey set status = 'PROCESSING' where id = ${surveyId}`.execute(app.deps.db)
  const key = (await call('POST', 'respondents/erase', { email: 'patience@example.org' })).body['erasure_key']
  await runJob(key)
  expect(await removedOf(key)).toMatchObject({ status: 'pending', removed: { surveys: 0 } })
  expect(await resumeErasures(app.deps)).toBe(1)
  expect(await resumeErasures(app.deps)).toBe(0)
  await sql`update survey set status = 'COMPLETED' where id = ${surveyId}`.execute(app.deps.db)
  await runJob(key)
  expect(await removedOf(key)).toMatchObject({ status: 'completed', removed: { surveys: 1 } })
  expect(await resumeErasures(app.deps)).toBe(0)
})

it('counts only what the caller can open', { timeout: 120_000 }, async () => {
  const owner = await makeCaller(app, { team: admin.team })
  await makeResponses('hidden', await makeProject(owner.token, { project_share_preference: 1 }))
  const key = (await call('POST', 'respondents/erase', { email: 'hidden@example.org' })).body['erasure_key']
  await runJob(key)
  expect(await isFound('hidden@')).toBe(false)
  expect(await removedOf(key)).toMatchObject({ status: 'completed', removed: { surveys: 0, responses: 0 } })
})

it('is for team admins with a personal key, and requires one way to name the person', async () => {
  const member = await makeCaller(app, { team: admin.team })
  const teamKey = await makeCaller(app, { team: admin.team, role: 3, kind: 'team' })
  const stranger = await makeCaller(app, { role: 3 })
  const email = 'nobody@example.org'
  for (const { token } of [member, teamKey])
    expect((await call('POST', 'respondents/erase', { email }, token)).body['code']).toBe('admins_only')
  const { body } = await call('POST', 'respondents/erase', { email })
  for (const { token } of [member, teamKey])
    expect((await removedOf(body['erasure_key'], token))['code']).toBe('admins_only')
  expect((await removedOf(body['erasure_key'], stranger.token))['code']).toBe('not_found')
  for (const json of [
    {},
    { email: 'no address' },
    { email: 'a@b\u0000' },
    { email, upload_key: 'x' },
    { upload_key: 'x' },
    { respondent_id: 1 },
    { upload_key: 'x', respondent_id: 0 },
  ])
    expect([json, (await call('POST', 'respondents/erase', json)).status]).toEqual([json, 400])
  const unknown = { upload_key: '00000000-0000-4000-8000-000000000000', respondent_id: 1 }
  expect((await call('POST', 'respondents/erase', unknown)).body['code']).toBe('survey_not_found')
})
