/** Resumable uploads with a real object store. */
import { createHash, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MultipartUpload, SignedParts, UploadState } from '@inlet/contract'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startImportApp } from '../../../test/harness/import-app.ts'
import { callApi, completeImport, readOutcome } from '../../../test/harness/imports.ts'
import {
  beginMultipart,
  bytesOf,
  callUpload,
  contentOf,
  type MultipartImport,
  putPart,
  sendAllParts,
} from '../../../test/harness/multipart.ts'
import { makeBucket } from '../../../test/harness/own-bucket.ts'
import { type StoreProxy, startStoreProxy } from '../../../test/harness/store-proxy.ts'
import {
  beginSurvey,
  postSurvey,
  sendParts,
  sendTo,
  surveyStatus,
} from '../../../test/harness/survey-uploads.ts'
import { inTransaction } from '../../platform/db/database.ts'
import type { Attempt } from '../../platform/jobs/attempt.ts'
import { incomingPrefix } from '../../platform/object-store/prefixes.ts'
import { handleSweepRecords } from '../maintenance/garbage-collection/sweep-records.handler.ts'
import { abortRecorded, abortUnrecorded } from './abort-uploads.ts'
import { multipartLimits } from './multipart.policy.ts'
import { insertMultipart } from './uploads.repo.ts'

interface RegisteredFile {
  filename: string
  media_key?: string
  upload?: MultipartUpload
  upload_url?: string
  upload_fields?: Record<string, string>
}

const MiB = 1024 ** 2
const partBytes = 5 * MiB
const normalPartBytes = multipartLimits.partBytes
// The smallest part of S3, so that the tests move fewer bytes.
multipartLimits.partBytes = partBytes

const { app, token, projectId } = await startImportApp()
const { url } = app
const { db, store } = app.deps
const caller = { url, token, projectId }
afterAll(async () => {
  multipartLimits.partBytes = normalPartBytes
  await app.close()
})

const size = 2 * partBytes + 7
const content = contentOf(size)
const begin = (kind: 'insights' | 'files' = 'files', name = 'film.mp4', bytes = size) =>
  beginMultipart(caller, kind, name, bytes)
const call = <Body = Record<string, unknown>>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  json?: object,
) => callUpload<Body>(caller, method, path, json)
const readState = async ({ path }: MultipartImport) => (await call<UploadState>('GET', `${path}/upload`)).body
const complete = ({ path }: MultipartImport) => call('POST', `${path}/complete`, {})
const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const partOf = (upload: MultipartUpload, number: number) => {
  const part = upload.parts[number - 1]
  if (!part) throw new Error(`no part ${number}`)
  return part
}
const send = (one: MultipartImport, number: number) =>
  putPart(partOf(one.upload, number).upload_url, bytesOf(content, one.upload, partOf(one.upload, number)))

async function acceptedBytes(one: MultipartImport): Promise<Buffer> {
  const { object_key } = await readOutcome(db, one)
  const object = await store.open(object_key ?? '')
  if (!object) throw new Error('nothing was accepted')
  return buffer(object.body)
}

const storeUploads = async () =>
  (await Array.fromAsync(store.listUploads(incomingPrefix))).flat().map(({ uploadId }) => uploadId)
const idOf = ({ upload }: MultipartImport) =>
  new URL(partOf(upload, 1).upload_url).searchParams.get('uploadId') ?? ''

async function countRows(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from upload`.execute(db)
  return rows[0]?.n ?? 0
}

describe('a multipart upload', () => {
  it.each([
    ['insights', 'report.pdf', 202],
    ['files', 'film.mp4', 200],
  ] as const)('of %s becomes the accepted file, byte for byte', async (kind, name, status) => {
    const one = await begin(kind, name)
    expect(one.upload).toMatchObject({ size_bytes: size, part_size: partBytes, part_count: 3 })
    expect(one.upload.parts.map((part) => part.size_bytes)).toEqual([partBytes, partBytes, 7])
    expect(await sendAllParts(one.upload, content)).toEqual([200, 200, 200])
    expect((await complete(one)).status).toBe(status)
    expect(digest(await acceptedBytes(one))).toBe(digest(content))
    expect(await storeUploads()).not.toContain(idOf(one))
    expect(await countRows()).toBe(0)
    // Its URLs stop working, and a further complete changes nothing.
    expect(await send(one, 1)).toBe(404)
    expect((await complete(one)).status).toBe(200)
    expect((await call('POST', `${one.path}/upload/sign`, { part_numbers: [1] })).status).toBe(400)
    expect((await call('GET', `${one.path}/upload`)).status).toBe(400)
  })

  it('of a survey media file is accepted with the survey', async () => {
    const survey = await beginSurvey(url, token, projectId, { media_config: {} })
    await sendParts(survey.upload_urls)
    const register = (files: unknown[]) =>
      postSurvey<{ media_files: RegisteredFile[] }>(url, token, `${survey.upload_key}/media/register`, {
        files,
      })
    const asked = { filename: 'a.mp4', upload_type: 'multipart', size_bytes: size }
    const { status, body } = await register([
      'plain.mp4',
      asked,
      { filename: 'form.mp4', upload_type: 'form' },
    ])
    expect(status).toBe(201)
    const [plain, media, form] = body.media_files
    expect(Object.keys(plain ?? {}).sort()).toEqual(['filename', 'upload_fields', 'upload_url'])
    expect(Object.keys(media ?? {}).sort()).toEqual(['filename', 'media_key', 'upload'])
    expect(form).toMatchObject({
      filename: 'form.mp4',
      media_key: expect.any(String),
      upload_url: expect.any(String),
    })
    if (!media?.upload) throw new Error('no upload')
    const path = `/surveys/${survey.upload_key}/media/${media.media_key}/upload`
    expect(
      await putPart(
        partOf(media.upload, 1).upload_url,
        bytesOf(content, media.upload, partOf(media.upload, 1)),
      ),
    ).toBe(200)
    expect((await call<UploadState>('GET', path)).body.received).toEqual([
      { part_number: 1, size_bytes: partBytes },
    ])
    // Registering again continues the same upload.
    const again = (await register([asked])).body.media_files[0]
    expect(again?.media_key).toBe(media.media_key)
    for (const { upload_url = '', upload_fields = {} } of [plain, form].filter((one) => one !== undefined))
      await sendTo({ upload_url, upload_fields }, 'film')
    const early = await postSurvey(url, token, `${survey.upload_key}/complete`)
    expect(early.body).toMatchObject({ code: 'survey_incomplete', missing_media_files: ['a.mp4'] })
    if (again?.upload) await sendAllParts(again.upload, content)
    expect((await postSurvey(url, token, `${survey.upload_key}/complete`)).status).toBe(202)
    const { rows } = await sql<{ status: string; object_bytes: number }>`
      select status, object_bytes from survey_media where filename = 'a.mp4'`.execute(db)
    expect(rows).toEqual([{ status: 'UPLOADED', object_bytes: size }])
    expect(await countRows()).toBe(0)
    expect((await call('POST', path, { upload_type: 'form' })).body['code']).toBe('media_not_retryable')
    const unknown = `/surveys/${survey.upload_key}/media/${randomUUID()}/upload`
    expect((await call('GET', unknown)).body['code']).toBe('media_not_found')
  })

  it('is linked after the import without another complete, once the sweeper finds all parts', async () => {
    const survey = await beginSurvey(url, token, projectId, { media_config: {} })
    await sendParts(survey.upload_urls)
    const [registered] = (
      await postSurvey<{ media_files: (Parameters<typeof sendTo>[0] & { media_key: string })[] }>(
        url,
        token,
        `${survey.upload_key}/media/register`,
        { files: [{ filename: 'late.mp4', upload_type: 'form' }] },
      )
    ).body.media_files
    await sql`update survey set status = 'COMPLETED', completed_at = now(), mapped_at = now() where upload_key = ${survey.upload_key}`.execute(
      db,
    )
    const path = `/surveys/${survey.upload_key}/media/${registered?.media_key}/upload`
    const started = await call<MultipartUpload>('POST', path, { upload_type: 'multipart', size_bytes: 9 })
    expect(started.status).toBe(200)
    await sendAllParts(started.body, Buffer.from('nine byte'))
    expect((await surveyStatus(url, token, survey.upload_key)).media_files?.[0]?.status).toBe('PENDING')
    await sweep()
    expect((await surveyStatus(url, token, survey.upload_key)).media_files?.[0]?.status).toBe('UPLOADED')
    expect(await countRows()).toBe(0)
  })

  it('is resumed by a client that knows only the key, in any order and with repeated parts', async () => {
    const one = await begin()
    expect(await send(one, 3)).toBe(200)
    expect(await putPart(partOf(one.upload, 1).upload_url, Buffer.alloc(partBytes))).toBe(200)
    expect((await readState(one)).received).toEqual([
      { part_number: 1, size_bytes: partBytes },
      { part_number: 3, size_bytes: 7 },
    ])
    const signed = await call<SignedParts>('POST', `${one.path}/upload/sign`, { part_numbers: [2, 1, 2] })
    expect(signed.status).toBe(200)
    expect(signed.body.parts.map(({ part_number }) => part_number)).toEqual([2, 1])
    expect(Date.parse(signed.body.expires_at) - Date.now()).toBeGreaterThan(3_500_000)
    for (const part of signed.body.parts)
      expect(await putPart(part.upload_url, bytesOf(content, one.upload, part))).toBe(200)
    expect((await complete(one)).status).toBe(200)
    expect(digest(await acceptedBytes(one))).toBe(digest(content))
  })
})

describe('limits of a multipart upload', () => {
  const initialize = (json: object, kind = 'files') =>
    callUpload(caller, 'POST', `/${kind}/initialize`, { project_id: projectId, ...json })

  it('refuses a size over the limit, a missing one and an unknown type, before a byte is sent', async () => {
    const before = await storeUploads()
    const multipart = { upload_type: 'multipart' }
    const cases: [object, string, string][] = [
      [{ file_name: 'a.pdf', ...multipart, size_bytes: 500 * MiB + 1 }, 'files', 'upload_too_large'],
      [{ file_name: 'a.mp4', ...multipart, size_bytes: 10 * 1024 * MiB + 1 }, 'files', 'upload_too_large'],
      [{ filename: 'a.pdf', ...multipart, size_bytes: 500 * MiB + 1 }, 'insights', 'upload_too_large'],
      [{ file_name: 'a.mp4', ...multipart }, 'files', 'invalid_request'],
      [{ file_name: 'a.mp4', ...multipart, size_bytes: 0 }, 'files', 'invalid_request'],
      [{ file_name: 'a.mp4', upload_type: 'parts' }, 'files', 'invalid_request'],
      [
        { file_name: 'a.mp4', upload_type: 'form', size_bytes: 10 * 1024 * MiB + 1 },
        'files',
        'upload_too_large',
      ],
    ]
    for (const [json, kind, code] of cases) {
      const { status, body } = await initialize(json, kind)
      expect([status, body['code']]).toEqual([400, code])
    }
    expect(await storeUploads()).toEqual(before)
  })

  it('refuses parts that are longer, shorter, unsigned or of another upload', async () => {
    const one = await begin()
    const other = await begin()
    const { upload_url } = partOf(one.upload, 1)
    const part = content.subarray(0, partBytes)
    expect(await putPart(upload_url, Buffer.concat([part, Buffer.from('x')]))).toBe(403)
    expect(await putPart(upload_url, part.subarray(1))).toBe(403)
    const altered = (name: string, value: string) => {
      const changed = new URL(upload_url)
      changed.searchParams.set(name, value)
      return changed.toString()
    }
    expect(await putPart(altered('partNumber', '2'), part)).toBe(403)
    expect(await putPart(altered('uploadId', idOf(other)), part)).toBe(403)
    expect(
      await putPart(
        upload_url.replace(
          /incoming\/[^?]+/,
          new URL(partOf(other.upload, 1).upload_url).pathname.split('/').slice(-2).join('/'),
        ),
        part,
      ),
    ).toBe(403)
    expect((await readState(one)).received).toEqual([])
    expect((await readState(other)).received).toEqual([])
    for (const numbers of [[0], [4], [1.5], [], ['1']])
      expect((await call('POST', `${one.path}/upload/sign`, { part_numbers: numbers })).status).toBe(400)
  })

  it('reports missing parts at complete and changes nothing', async () => {
    const one = await begin()
    await send(one, 2)
    const { status, body } = await complete(one)
    expect([status, body['code'], body['missing_upload_parts']]).toEqual([400, 'upload_incomplete', [1, 3]])
    expect((await readOutcome(db, one)).state).toBe('pending_upload')
    await send(one, 1)
    await send(one, 3)
    expect((await complete(one)).status).toBe(200)
  })

  it('counts a part of another length as missing, on a store that accepts it', async () => {
    const one = await begin()
    const { rows } = await sql<{
      key: string
      id: string
    }>`select key, store_upload_id as id from upload`.execute(db)
    const row = rows.find(({ id }) => id === idOf(one))
    await sendAllParts(one.upload, content)
    const upload = { key: row?.key ?? '', uploadId: idOf(one) }
    const { urls } = await store.presignParts(upload, [{ number: 2, bytes: partBytes + 1 }])
    expect(await putPart(urls[0] ?? '', contentOf(partBytes + 1))).toBe(200)
    expect((await complete(one)).body['missing_upload_parts']).toEqual([2])
    await send(one, 2)
    expect((await complete(one)).status).toBe(200)
  })
})

describe('starting an upload again', () => {
  const start = (one: { path: string }, json: object) =>
    call<MultipartUpload & { upload_fields?: Record<string, string> }>('POST', `${one.path}/upload`, json)

  it('continues with the same type and size, and starts over with another', async () => {
    const one = await begin()
    await send(one, 1)
    const same = await start(one, { upload_type: 'multipart', size_bytes: size })
    expect(new URL(partOf(same.body, 1).upload_url).searchParams.get('uploadId')).toBe(idOf(one))
    expect((await readState(one)).received).toHaveLength(1)
    const smaller = await start(one, { upload_type: 'multipart', size_bytes: partBytes })
    expect(smaller.body.part_count).toBe(1)
    expect(await send(one, 2)).toBe(404)
    expect(await storeUploads()).not.toContain(idOf(one))
    expect((await readState(one)).received).toEqual([])
    expect(await putPart(partOf(smaller.body, 1).upload_url, content.subarray(0, partBytes))).toBe(200)
    expect((await complete(one)).status).toBe(200)
    expect((await acceptedBytes(one)).length).toBe(partBytes)
    expect((await start(one, { upload_type: 'form' })).status).toBe(400)
  })

  it('changes between form and parts, and a form keeps its key', async () => {
    const one = await begin('insights', 'a.txt', 5)
    const form = await start(one, { upload_type: 'form' })
    const again = await start(one, { upload_type: 'form' })
    expect(again.body.upload_fields?.['key']).toBe(form.body.upload_fields?.['key'])
    expect(form.body).toMatchObject({ upload_type: 'form', expires_at: expect.stringMatching(/Z$/) })
    expect(await storeUploads()).not.toContain(idOf(one))
    await sendTo(form.body as unknown as Parameters<typeof sendTo>[0], 'text')
    expect(await readState(one)).toEqual({
      upload_type: 'form',
      received: [{ part_number: 1, size_bytes: 4 }],
    })
    const parts = await start(one, { upload_type: 'multipart', size_bytes: 5 })
    expect((await readState(one)).received).toEqual([])
    expect((await complete(one)).body['code']).toBe('upload_incomplete')
    await sendAllParts(parts.body, Buffer.from('bytes'))
    expect((await complete(one)).status).toBe(202)
    expect((await acceptedBytes(one)).toString()).toBe('bytes')
  })

  it('discards what was received', async () => {
    const one = await begin()
    await send(one, 1)
    expect((await call('DELETE', `${one.path}/upload`)).status).toBe(204)
    expect((await readState(one)).received).toEqual([])
    expect(await send(one, 2)).toBe(404)
    expect((await complete(one)).body['code']).toBe('upload_missing')
    const parts = await start(one, { upload_type: 'multipart', size_bytes: size })
    await sendAllParts(parts.body, content)
    expect((await complete(one)).status).toBe(200)
    expect(digest(await acceptedBytes(one))).toBe(digest(content))
    expect((await call('DELETE', `${one.path}/upload`)).status).toBe(400)
  })

  it('starts over when the store has lost the upload', async () => {
    const one = await begin()
    await send(one, 1)
    for await (const page of store.listUploads(incomingPrefix))
      for (const upload of page) if (upload.uploadId === idOf(one)) await store.abortUpload(upload)
    expect((await readState(one)).received).toEqual([])
    expect((await complete(one)).body['missing_upload_parts']).toEqual([1, 2, 3])
    const again = await start(one, { upload_type: 'multipart', size_bytes: size })
    await sendAllParts(again.body, content)
    expect((await complete(one)).status).toBe(200)
  })
})

const attempt: Attempt = {
  jobId: 'test',
  number: 0,
  signal: new AbortController().signal,
  log: pino({ level: 'silent' }),
  complete: () => Promise.resolve(),
  advance: () => Promise.resolve(),
}
const sweep = () => handleSweepRecords(app.deps, attempt)

describe('the life of a multipart upload', () => {
  const age = async (one: MultipartImport, days: number) => {
    await sql`update upload set signed_at = now() - make_interval(secs => ${days * 86_400}) where store_upload_id = ${idOf(one)}`.execute(
      db,
    )
    await sql`update file set created_at = now() - make_interval(secs => ${days * 86_400 + 60}) where key = ${one.key}`.execute(
      db,
    )
  }

  it('ends seven days after the last URL was signed, with the import and its parts', async () => {
    const kept = await begin()
    const renewed = await begin()
    const old = await begin()
    await send(old, 1)
    await age(kept, 6.9)
    await age(renewed, 7.1)
    await age(old, 7.1)
    expect((await call('POST', `${renewed.path}/upload/sign`, { part_numbers: [1] })).status).toBe(200)
    await sweep()
    expect((await readOutcome(db, kept)).state).toBe('pending_upload')
    expect((await readOutcome(db, renewed)).state).toBe('pending_upload')
    await expect(readOutcome(db, old)).rejects.toThrow('does not exist')
    const uploads = await storeUploads()
    expect(uploads).toContain(idOf(kept))
    expect(uploads).not.toContain(idOf(old))
    expect(await send(old, 2)).toBe(404)
  })

  it('ends with its import, whose key is unknown from then on', async () => {
    const one = await begin()
    await sql`update file set status = 'pending_upload', created_at = now() - interval '2 days' where key = ${one.key}`.execute(
      db,
    )
    await sql`update upload set signed_at = now() - interval '8 days' where store_upload_id = ${idOf(one)}`.execute(
      db,
    )
    await sweep()
    await sweep()
    expect(await storeUploads()).not.toContain(idOf(one))
    expect((await call('GET', `${one.path}/upload`)).body['code']).toBe('file_not_found')
  })

  it('ends in the nightly cleanup when no record knows it', async () => {
    // Of its own: the uploads of other tests are not in this database.
    const bucket = await makeBucket()
    try {
      const create = async () => {
        const key = `${incomingPrefix}${randomUUID()}`
        return { key, uploadId: await bucket.store.createUpload(key, 'text/plain') }
      }
      const [recorded, lost] = [await create(), await create()]
      await inTransaction(db, (tx) =>
        insertMultipart(tx, { ...recorded, sizeBytes: 5, partSize: partBytes, partCount: 1 }),
      )
      const deps = { db, store: bucket.store }
      expect(await abortUnrecorded(deps)).toBe(0)
      expect(await abortUnrecorded(deps, { olderThanMs: -60_000 })).toBe(1)
      expect(await bucket.store.listParts(lost)).toBeNull()
      expect(await bucket.store.listParts(recorded)).toEqual([])
      await abortRecorded(deps, [recorded.key])
      expect(await bucket.store.listParts(recorded)).toBeNull()
    } finally {
      await bucket.remove()
    }
  })
})

describe('a complete that did not finish', () => {
  it('is finished by the next one when the parts were assembled but not accepted', async () => {
    const one = await begin()
    await sendAllParts(one.upload, content)
    const { rows } = await sql<{
      key: string
    }>`select key from upload where store_upload_id = ${idOf(one)}`.execute(db)
    const upload = { key: rows[0]?.key ?? '', uploadId: idOf(one) }
    expect(await store.assembleParts(upload, (await store.listParts(upload)) ?? [])).toBe('assembled')
    expect((await readState(one)).received).toHaveLength(3)
    const again = await call<MultipartUpload>('POST', `${one.path}/upload`, {
      upload_type: 'multipart',
      size_bytes: size,
    })
    expect(again.status).toBe(200)
    expect((await complete(one)).status).toBe(200)
    expect(digest(await acceptedBytes(one))).toBe(digest(content))
  })
})

describe('concurrent calls on one upload', () => {
  it('have one outcome: started with all bytes, or still waiting with a new upload', async () => {
    const outcomes: string[] = []
    for (let round = 0; round < 18; round += 1) {
      const one = await begin('files', 'race.txt', 11)
      await sendAllParts(one.upload, Buffer.from('eleven byte'))
      // Otherwise it would win nearly always, because complete makes more calls.
      const rival = async () => {
        await sleep(Math.random() * 100)
        if (round % 3 === 0) return call('DELETE', `${one.path}/upload`)
        const size_bytes = 10 + (round % 2) * 2
        return call('POST', `${one.path}/upload`, { upload_type: 'multipart', size_bytes })
      }
      const [first, second, other] = await Promise.all([
        completeImport(url, token, one),
        completeImport(url, token, one),
        rival(),
        call('POST', `${one.path}/upload/sign`, { part_numbers: [1] }),
      ])
      const { state } = await readOutcome(db, one)
      if (state === 'processing') {
        expect((await acceptedBytes(one)).toString()).toBe('eleven byte')
        expect([first, second]).toContain(200)
        expect(other.status).toBe(400)
      } else {
        expect(state).toBe('pending_upload')
        expect([first, second]).toEqual([400, 400])
        expect(other.status).toBeLessThan(300)
        expect((await readState(one)).received).toEqual([])
      }
      outcomes.push(state)
    }
    process.stdout.write(
      `races=${outcomes.length} started=${outcomes.filter((one) => one === 'processing').length}\n`,
    )
  })
})

describe('a store that accepts parts of any length', () => {
  let proxy: StoreProxy
  beforeAll(async () => {
    proxy = await startStoreProxy({
      fault: ({ operation }) => (operation === 'UploadPart' ? { status: 200, code: 'Stored' } : undefined),
    })
  })
  afterAll(() => proxy.close())

  it.each([
    ['auto', 400],
    ['off', 400],
    ['always', 201],
  ])('offers multipart uploads only where the operator accepts it: %s', async (mode, status) => {
    const other = await startImportApp({ S3_ENDPOINT: proxy.url, INLET_MULTIPART_UPLOADS: mode })
    try {
      const answer = await callApi(other.app.url, other.token, '/files/initialize', {
        project_id: other.projectId,
        file_name: 'a.mp4',
        upload_type: 'multipart',
        size_bytes: 5,
      })
      const body = (await answer.json()) as { code?: string }
      expect(answer.status).toBe(status)
      if (status === 400) expect(body.code).toBe('upload_type_unavailable')
    } finally {
      await other.app.close()
    }
  })
})
