/** Survey uploads, with direct access to the database and the store. */
import { PutObjectCommand } from '@aws-sdk/client-s3'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { startImportApp } from '../../../test/harness/import-app.ts'
import { callApi } from '../../../test/harness/imports.ts'
import {
  beginSurvey,
  postSurvey,
  sendParts,
  sendTo,
  setCompleted,
  setFailed,
  surveyStatus,
} from '../../../test/harness/survey-uploads.ts'
import { acceptUploads, listExpectedUploads } from './accept-survey-uploads.ts'

const { app, token, projectId } = await startImportApp()
afterAll(() => app.close())

const begin = (settings?: object) => beginSurvey(app.url, token, projectId, settings)
const post = (path: string, json?: object) => postSurvey(app.url, token, path, json)
const complete = (key: string) => post(`${key}/complete`)
const status = (key: string) => surveyStatus(app.url, token, key)

interface StoredPart {
  number: number
  status: string
  upload_key: string
  object_key: string | null
}
async function storedParts(uploadKey: string): Promise<StoredPart[]> {
  const { rows } = await sql<StoredPart>`
    select number, status, upload_key, object_key from survey_part
    where survey_id = (select id from survey where upload_key = ${uploadKey}) order by number`.execute(
    app.deps.db,
  )
  return rows
}
async function isInTrash(key: string): Promise<boolean> {
  const { rows } = await sql`select from object_trash where object_key = ${key}`.execute(app.deps.db)
  return rows.length > 0
}
async function jobsOf(name: string, uploadKey: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from job.job j join survey s on j.singleton_key = s.id::text
    where j.name = ${name} and s.upload_key = ${uploadKey}`.execute(app.deps.db)
  return rows[0]?.n ?? 0
}

describe('a complete', () => {
  it('copies the parts to keys that no descriptor can write', async () => {
    const { upload_key, upload_urls } = await begin({ num_parts: 20 })
    await sendParts(upload_urls)
    expect(await complete(upload_key)).toMatchObject({ status: 202, body: { status: 'VALIDATING' } })
    const parts = await storedParts(upload_key)
    expect(parts.map((part) => part.status)).toEqual(Array.from({ length: 20 }, () => 'UPLOADED'))
    for (const { number, object_key } of parts) {
      expect(object_key).toMatch(/^accepted\//)
      expect(await isInTrash(object_key ?? '')).toBe(false)
      const [descriptor] = upload_urls.filter((one) => one.part_number === number)
      if (descriptor && number === 1) await sendTo(descriptor, 'replaced after complete')
      const object = await app.deps.store.head(object_key ?? '')
      expect(object?.bytes).toBe(`q\npart ${number}\n`.length)
    }
    expect(await jobsOf('import-survey', upload_key)).toBe(1)
  })

  it('UPL-3 reports oversized parts, however they were uploaded', async () => {
    const { upload_key, upload_urls } = await begin({ num_parts: 3 })
    await sendParts(upload_urls.slice(0, 1))
    const { store } = app.deps
    const Body = Buffer.alloc(50 * 1024 * 1024 + 1, 'x')
    for (const part of upload_urls.slice(1)) {
      await store.client.send(new PutObjectCommand({ Bucket: store.bucket, Key: part.s3_key, Body }))
    }
    const refused = await complete(upload_key)
    expect(refused).toMatchObject({ status: 400, body: { code: 'upload_too_large' } })
    expect(refused.body['error']).toContain('Parts 2, 3 are larger than the 50 MB')
    expect((await status(upload_key)).status).toBe('AWAITING_UPLOAD')
  })

  it('requests a part or media file again that has disappeared', async () => {
    const { upload_key, upload_urls } = await begin({ num_parts: 2, media_config: {} })
    await sendParts(upload_urls)
    const registered = await post(`${upload_key}/media/register`, { files: ['a.mp4'] })
    const [media] = registered.body['media_files'] as Parameters<typeof sendTo>[0][]
    if (media) await sendTo(media, 'film')
    const seen = await status(upload_key)
    expect(seen.parts.map((part) => part.status)).toEqual(['UPLOADED', 'UPLOADED'])
    expect(seen.media_files).toMatchObject([{ status: 'UPLOADED' }])
    expect((await post(`${upload_key}/media/a.mp4/retry`)).status).toBe(400)
    await app.deps.store.remove([upload_urls[1]?.s3_key ?? '', media?.upload_fields['key'] ?? ''])
    expect(await complete(upload_key)).toMatchObject({
      status: 400,
      body: { missing_parts: [2], missing_media_files: ['a.mp4'] },
    })
    const after = await status(upload_key)
    expect(after.parts.map((part) => part.status)).toEqual(['UPLOADED', 'PENDING'])
    expect(after.media_files).toMatchObject([{ status: 'PENDING' }])
    expect((await post(`${upload_key}/media/a.mp4/retry`)).status).toBe(200)
  })

  it('reuses parts accepted earlier and checks only repeated uploads', async () => {
    const { upload_key, upload_urls } = await begin({ num_parts: 3 })
    await sendParts(upload_urls)
    await complete(upload_key)
    await sql`delete from job.job`.execute(app.deps.db)
    await setFailed(app.deps.db, upload_key, 2)
    const before = await storedParts(upload_key)
    expect(await complete(upload_key)).toMatchObject({
      status: 400,
      body: { code: 'survey_failed', error_details: { part_number: 2, code: 'too_many_rows' } },
    })
    const again = await post(`${upload_key}/parts/3/retry`)
    expect(again.status).toBe(200)
    expect(await status(upload_key)).toMatchObject({ status: 'AWAITING_UPLOAD', error_details: {} })
    // The original uploads of the accepted parts are gone by now.
    await app.deps.store.remove(upload_urls.map((part) => part.s3_key))
    expect(await complete(upload_key)).toMatchObject({ status: 400, body: { missing_parts: [3] } })
    await sendTo(again.body as unknown as Parameters<typeof sendTo>[0], 'q\nnew\n')
    expect((await complete(upload_key)).status).toBe(202)
    const parts = await storedParts(upload_key)
    expect(parts.map((part) => part.status)).toEqual(['UPLOADED', 'UPLOADED', 'UPLOADED'])
    expect(parts.slice(0, 2).map((part) => part.object_key)).toEqual(
      before.slice(0, 2).map((part) => part.object_key),
    )
    expect(await isInTrash(before[2]?.object_key ?? '')).toBe(true)
    expect(await isInTrash(before[2]?.upload_key ?? '')).toBe(true)
  })
})

describe('a complete with missing uploads', () => {
  it('does not change the upload when another complete has started the import', async () => {
    const { upload_key, upload_urls } = await begin({ media_config: {} })
    await sendParts(upload_urls)
    const registered = await post(`${upload_key}/media/register`, { files: ['a.mp4'] })
    const [media] = registered.body['media_files'] as Parameters<typeof sendTo>[0][]
    if (media) await sendTo(media, 'film')
    await status(upload_key)
    const { db, store } = app.deps
    const { rows } = await sql<{
      id: number
    }>`select id from survey where upload_key = ${upload_key}`.execute(db)
    const surveyId = rows[0]?.id ?? 0
    const expected = await listExpectedUploads(db, surveyId)
    expect((await complete(upload_key)).status).toBe(202)
    await store.remove([media?.upload_fields['key'] ?? ''])
    await expect(acceptUploads(app.deps, surveyId, expected)).rejects.toMatchObject({
      code: 'survey_incomplete',
    })
    expect((await status(upload_key)).media_files).toMatchObject([{ status: 'UPLOADED' }])
  })
})

describe('media uploaded after an import', () => {
  it('are noticed by a status read, which enqueues one linking job', async () => {
    const { upload_key, upload_urls } = await begin({ media_config: { link_by: 'email' } })
    await sendParts(upload_urls)
    const registered = await post(`${upload_key}/media/register`, { files: ['x.mp4', 'y.mp4'] })
    const media = registered.body['media_files'] as Parameters<typeof sendTo>[0][]
    for (const one of media) await sendTo(one, 'film')
    await complete(upload_key)
    await setCompleted(app.deps.db, upload_key)
    await sql`
      update survey_media set status = 'FAILED', failure_code = 'no_match', failure_message = 'No response names this file.'
      where survey_id = (select id from survey where upload_key = ${upload_key})`.execute(app.deps.db)
    const failed = await status(upload_key)
    expect(failed.media_files).toMatchObject([
      { status: 'FAILED', error_reason: 'No response names this file.' },
      { status: 'FAILED' },
    ])
    const again = await post(`${upload_key}/media/x.mp4/retry`)
    expect(again.status).toBe(200)
    expect((await status(upload_key)).media_files).toMatchObject([
      { status: 'PENDING' },
      { status: 'FAILED' },
    ])
    expect(await jobsOf('link-media', upload_key)).toBe(0)
    await sendTo(again.body as unknown as Parameters<typeof sendTo>[0], 'film again')
    const reads = await Promise.all(Array.from({ length: 8 }, () => status(upload_key)))
    for (const read of reads)
      expect(read).toMatchObject({ status: 'COMPLETED', media_files: [{ status: 'UPLOADED' }, {}] })
    expect(await jobsOf('link-media', upload_key)).toBe(1)
    const { rows } = await sql<{ object_bytes: number }>`
      select object_bytes from survey_media where filename = 'x.mp4'
      and survey_id = (select id from survey where upload_key = ${upload_key})`.execute(app.deps.db)
    expect(rows).toEqual([{ object_bytes: 'film again'.length }])
  })
})

describe('values that cannot be stored', () => {
  const initialize = (settings: object) =>
    post('initialize', { project_id: projectId, name: 'x', file_type: 'CSV', num_parts: 1, ...settings })

  it('are rejected with the name of the field', async () => {
    let deep: object = {}
    for (let i = 0; i < 40; i += 1) deep = { deep }
    const cases: [object, string][] = [
      [{ media_config: { note: 'a\0b' } }, 'media_config'],
      [{ media_config: { note: ['\ud800'] } }, 'media_config'],
      [{ media_config: { '\0': 1 } }, 'media_config'],
      [{ media_config: deep }, 'media_config'],
      [{ column_mapping: { 'a\0': 'Name' } }, 'column_mapping.a\0'],
      [{ column_mapping: { 'two\nlines': 'Nonsense' } }, 'column_mapping.two\nlines'],
      [{ idempotency_key: 'a\0' }, 'idempotency_key'],
      [{ name: 'a\0' }, 'name'],
    ]
    for (const [settings, field] of cases) {
      const answer = await initialize(settings)
      expect([answer.status, answer.body['details']]).toEqual([400, [{ field, message: expect.any(String) }]])
    }
    expect((await initialize({ column_mapping: { 'two\nlines': 'NPS' } })).status).toBe(201)
  })

  it('are rejected at any depth without exhausting the stack', async () => {
    const depth = 150_000
    const nested = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
    const answer = await fetch(`${app.url}/api/v1/developer/import/surveys/initialize`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: `{"project_id":${projectId},"name":"x","file_type":"CSV","num_parts":1,"media_config":${nested}}`,
    })
    expect(answer.status).toBe(400)
  })
})

describe('paths with media names', () => {
  it('accept any name of 512 characters and report broken escapes as regular errors', async () => {
    const { upload_key } = await begin({ media_config: {} })
    const names = [
      `${'😀'.repeat(508)}.mp4`,
      `${'한'.repeat(508)}.mp4`,
      'a/b c/../d?e#f&g=h+i%2F%zz.mp4',
      'quote\'"<>.mp4',
      'e\u0301.mp4',
      ' .',
    ]
    const registered = await post(`${upload_key}/media/register`, { files: names })
    expect(registered.status).toBe(201)
    for (const name of names) {
      for (const form of ['NFC', 'NFD'] as const) {
        const answer = await post(`${upload_key}/media/${encodeURIComponent(name.normalize(form))}/retry`)
        expect([name, answer.status, answer.body['filename']]).toEqual([name, 200, name])
      }
    }
    for (const broken of [
      '%',
      '%zz',
      '%C3',
      'a%E0%A4%A',
      '%00',
      '%FF.mp4',
      '\u0001'.repeat(3),
      'a'.repeat(9000),
    ]) {
      const answer = await callApi(app.url, token, `/surveys/${upload_key}/media/${broken}/retry`, {})
      expect([broken, answer.status]).toEqual([broken, 404])
      expect(await answer.json()).toMatchObject({ error: expect.any(String), code: expect.any(String) })
    }
  })
})
