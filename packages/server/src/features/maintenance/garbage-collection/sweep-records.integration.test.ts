import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, describe, expect, it } from 'vitest'
import { startImportApp } from '../../../../test/harness/import-app.ts'
import { beginImport, completeImport, readOutcome, uploadTo } from '../../../../test/harness/imports.ts'
import {
  beginSurvey,
  postSurvey,
  sendParts,
  sendTo,
  setCompleted,
  setFailed,
  surveyStatus,
} from '../../../../test/harness/survey-uploads.ts'
import type { Attempt } from '../../../platform/jobs/attempt.ts'
import { handleNightlyCleanup } from './nightly-cleanup.handler.ts'
import { handleSweepRecords } from './sweep-records.handler.ts'

const { app, token, projectId } = await startImportApp()
afterAll(() => app.close())

const attempt: Attempt = {
  jobId: 'test',
  number: 0,
  signal: new AbortController().signal,
  log: pino({ level: 'silent' }),
  complete: () => Promise.resolve(),
  advance: () => Promise.resolve(),
}
const sweep = () => handleSweepRecords(app.deps, attempt)
const age = (table: 'insight' | 'file', key: string, hours: number) =>
  sql`update ${sql.table(table)} set created_at = created_at - make_interval(hours => ${hours}) where key = ${key}`.execute(
    app.deps.db,
  )

describe('the sweeper', () => {
  it('removes imports that were not completed within a day, with their uploads', async () => {
    const old = await beginImport(app.url, token, projectId, 'insights', 'old.txt')
    const young = await beginImport(app.url, token, projectId, 'files', 'young.txt')
    const done = await beginImport(app.url, token, projectId, 'files', 'done.txt')
    for (const one of [old, young, done]) await uploadTo(one, 'content')
    expect(await completeImport(app.url, token, done)).toBe(200)
    await age('insight', old.key, 25)
    await age('file', young.key, 23)
    await age('file', done.key, 48)
    await sweep()
    await expect(readOutcome(app.deps.db, old)).rejects.toThrow('does not exist')
    expect(await app.deps.store.head(old.descriptor.upload_fields['key'] ?? '')).toBeNull()
    expect((await readOutcome(app.deps.db, young)).state).toBe('pending_upload')
    expect(await app.deps.store.head(young.descriptor.upload_fields['key'] ?? '')).not.toBeNull()
    const kept = await readOutcome(app.deps.db, done)
    expect(kept.state).toBe('processing')
    expect(await app.deps.store.head(kept.object_key ?? '')).not.toBeNull()
  })

  it('fails a record without a job and keeps one with a job', async () => {
    const lost = await beginImport(app.url, token, projectId, 'files', 'lost.txt')
    const alive = await beginImport(app.url, token, projectId, 'insights', 'alive.txt')
    for (const one of [lost, alive]) {
      await uploadTo(one, 'content')
      await completeImport(app.url, token, one)
    }
    await sql`delete from job.job where name = 'process-file'`.execute(app.deps.db)
    await sweep()
    expect((await readOutcome(app.deps.db, lost)).state).toBe('processing')
    await sql`update file set started_at = now() - interval '2 minutes' where status = 'processing'`.execute(
      app.deps.db,
    )
    await sql`update insight set started_at = now() - interval '2 minutes' where phase = 'processing'`.execute(
      app.deps.db,
    )
    await sweep()
    expect(await readOutcome(app.deps.db, lost)).toMatchObject({ state: 'error', failure_code: 'gave_up' })
    expect((await readOutcome(app.deps.db, alive)).state).toBe('processing')
  })

  it('deletes due objects and keeps others', async () => {
    const { store, db } = app.deps
    for (const key of ['accepted/due', 'accepted/later']) {
      await store.write(key, Buffer.from('x'), { contentType: 'text/plain', bytes: 1 })
    }
    await sql`insert into object_trash values ('accepted/due', now() - interval '1 second'), ('accepted/later', now() + interval '1 hour')`.execute(
      db,
    )
    await sweep()
    expect(await store.head('accepted/due')).toBeNull()
    expect(await store.head('accepted/later')).not.toBeNull()
  })
})

describe('the sweeper on surveys', () => {
  const begin = (settings?: object) => beginSurvey(app.url, token, projectId, settings)
  const post = (path: string, json?: object) => postSurvey(app.url, token, path, json)
  const status = (key: string) => surveyStatus(app.url, token, key)
  const run = (query: string, key: string) =>
    sql`${sql.raw(query)} where upload_key = ${key}`.execute(app.deps.db)
  const wait = (key: string, hours: number) =>
    run(`update survey set waiting_since = waiting_since - interval '${hours} hours'`, key)
  const isThere = async (key: string) => (await app.deps.store.head(key)) !== null
  const mediaOf = (reply: { body: Record<string, unknown> }) =>
    reply.body['media_files'] as Parameters<typeof sendTo>[0][]
  async function jobsOf(name: string, uploadKey: string): Promise<number> {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from job.job j join survey s on j.singleton_key = s.id::text
      where j.name = ${name} and s.upload_key = ${uploadKey}`.execute(app.deps.db)
    return rows[0]?.n ?? 0
  }
  async function filesOfSurveys(): Promise<number> {
    const { rows } = await sql<{ n: number }>`select count(*) as n from file where kind = 'survey'`.execute(
      app.deps.db,
    )
    return rows[0]?.n ?? 0
  }

  it('removes an upload that was abandoned for a day, with its record and objects', async () => {
    const before = await filesOfSurveys()
    const old = await begin({ num_parts: 2, media_config: {} })
    await sendParts(old.upload_urls)
    const [media] = mediaOf(await post(`${old.upload_key}/media/register`, { files: ['a.mp4'] }))
    if (media) await sendTo(media, 'film')
    await wait(old.upload_key, 25)
    await sweep()
    const gone = await post(`${old.upload_key}/complete`)
    expect([gone.status, gone.body['code']]).toEqual([404, 'survey_not_found'])
    expect(await filesOfSurveys()).toBe(before)
    for (const key of [...old.upload_urls.map((part) => part.s3_key), media?.upload_fields['key'] ?? '']) {
      expect(await isThere(key)).toBe(false)
    }
  })

  it('keeps an upload that is in use, has failed, has rows, or has completed before', async () => {
    const asked = await begin({ num_parts: 2 })
    await wait(asked.upload_key, 25)
    expect((await post(`${asked.upload_key}/parts/1/retry`)).status).toBe(200)
    const failed = await begin()
    await sendParts(failed.upload_urls)
    await post(`${failed.upload_key}/complete`)
    await setFailed(app.deps.db, failed.upload_key, 1)
    const half = await begin({ num_parts: 2 })
    await sendParts(half.upload_urls)
    await post(`${half.upload_key}/complete`)
    await sql`
      update survey_part set status = 'PROCESSED', row_count = 3
      where number = 1 and survey_id = (select id from survey where upload_key = ${half.upload_key})`.execute(
      app.deps.db,
    )
    await setFailed(app.deps.db, half.upload_key, 2)
    expect((await post(`${half.upload_key}/parts/2/retry`)).status).toBe(200)
    const appended = await begin()
    await setCompleted(app.deps.db, appended.upload_key)
    expect((await post(`${appended.upload_key}/append`, { num_parts: 1 })).status).toBe(201)
    for (const one of [failed, half, appended]) await wait(one.upload_key, 48)
    await sweep()
    for (const [one, expected] of [
      [asked, 'AWAITING_UPLOAD'],
      [failed, 'FAILED'],
      [half, 'AWAITING_UPLOAD'],
      [appended, 'AWAITING_UPLOAD'],
    ] as const) {
      expect((await status(one.upload_key)).status).toBe(expected)
    }
  })

  it('fails a survey without a job and names the part to retry', async () => {
    const lost = await begin({ num_parts: 3 })
    const alive = await begin()
    for (const one of [lost, alive]) {
      await sendParts(one.upload_urls)
      expect((await post(`${one.upload_key}/complete`)).status).toBe(202)
    }
    await sql`
      update survey_part set status = 'PROCESSED', row_count = 3
      where number = 1 and survey_id = (select id from survey where upload_key = ${lost.upload_key})`.execute(
      app.deps.db,
    )
    await sql`
      delete from job.job where name = 'import-survey'
        and singleton_key = (select id::text from survey where upload_key = ${lost.upload_key})`.execute(
      app.deps.db,
    )
    await sweep()
    expect((await status(lost.upload_key)).status).toBe('VALIDATING')
    for (const one of [lost, alive])
      await run(`update survey set started_at = now() - interval '2 minutes'`, one.upload_key)
    await sweep()
    expect(await status(lost.upload_key)).toMatchObject({
      status: 'FAILED',
      error_details: { part_number: 2, code: 'gave_up', message: expect.stringContaining('upload it again') },
    })
    expect((await status(alive.upload_key)).status).toBe('VALIDATING')
    expect((await post(`${lost.upload_key}/parts/2/retry`)).status).toBe(200)
  })

  it('resumes an import that had saved every row', async () => {
    const done = await begin()
    await sendParts(done.upload_urls)
    await post(`${done.upload_key}/complete`)
    await setCompleted(app.deps.db, done.upload_key)
    await run(
      `update survey set status = 'PROCESSING', started_at = now() - interval '2 minutes'`,
      done.upload_key,
    )
    await sql`delete from job.job where name = 'import-survey'`.execute(app.deps.db)
    await sweep()
    expect((await status(done.upload_key)).status).toBe('PROCESSING')
    expect(await jobsOf('import-survey', done.upload_key)).toBe(1)
  })

  it('links media that arrived unnoticed or whose job was lost', async () => {
    const done = await begin({ media_config: {} })
    await sendParts(done.upload_urls)
    const [media] = mediaOf(await post(`${done.upload_key}/media/register`, { files: ['a.mp4'] }))
    if (media) await sendTo(media, 'film')
    await post(`${done.upload_key}/complete`)
    await setCompleted(app.deps.db, done.upload_key)
    await sql`
      update survey_media set status = 'FAILED', failure_code = 'no_match', failure_message = 'x'
      where survey_id = (select id from survey where upload_key = ${done.upload_key})`.execute(app.deps.db)
    const again = await post(`${done.upload_key}/media/a.mp4/retry`)
    await sendTo(again.body as unknown as Parameters<typeof sendTo>[0], 'film')
    await sweep()
    expect(await jobsOf('link-media', done.upload_key)).toBe(1)
    await sql`delete from job.job where name = 'link-media'`.execute(app.deps.db)
    await sweep()
    expect(await jobsOf('link-media', done.upload_key)).toBe(1)
    await sweep()
    expect(await jobsOf('link-media', done.upload_key)).toBe(1)
  })
})

describe('the nightly cleanup', () => {
  it('rotates a signing key after thirty days and deletes idle rate-limit buckets and expired secrets', async () => {
    const { db } = app.deps
    await sql`insert into rate_limit values ('token-address:old', array[now() - interval '2 hours'])`.execute(
      db,
    )
    await handleNightlyCleanup(app.deps, attempt)
    const keys = async () =>
      (await sql<{ n: number }>`select count(*) as n from signing_key`.execute(db)).rows[0]?.n
    expect(await keys()).toBe(1)
    await sql`update signing_key set active_from = now() - interval '31 days', created_at = now() - interval '31 days'`.execute(
      db,
    )
    await handleNightlyCleanup(app.deps, attempt)
    expect(await keys()).toBe(2)
    const { rows } = await sql`select from rate_limit where bucket = 'token-address:old'`.execute(db)
    expect(rows).toEqual([])
  })
})
