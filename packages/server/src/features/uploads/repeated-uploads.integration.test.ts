/** Calls about uploads that are repeated with their Idempotency-Key. */
import { randomUUID } from 'node:crypto'
import type { MultipartUpload, SignedParts } from '@inlet/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startImportApp } from '../../../test/harness/import-app.ts'
import { callUpload, putPart } from '../../../test/harness/multipart.ts'
import { startApiProcess, stopProcess, waitFor } from '../../../test/harness/processes.ts'
import { type StoreProxy, startStoreProxy } from '../../../test/harness/store-proxy.ts'
import { beginSurvey } from '../../../test/harness/survey-uploads.ts'

const { app, token, projectId } = await startImportApp()
const { db } = app.deps
let proxy: StoreProxy
beforeAll(async () => {
  proxy = await startStoreProxy()
})
afterAll(async () => {
  await proxy.close()
  await app.close()
})

const content = Buffer.from('every byte of it')
const choice = { upload_type: 'multipart', size_bytes: content.length }

interface Reply<Body> {
  status: number
  isReplayed: boolean
  body: Body
}

async function post<Body>(path: string, json: object, key: string, url = app.url): Promise<Reply<Body>> {
  const answer = await fetch(`${url}/api/v1/developer/import${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(json),
  })
  const isReplayed = answer.headers.get('idempotent-replayed') === 'true'
  return { status: answer.status, isReplayed, body: (await answer.json()) as Body }
}

const call = <Body = Record<string, unknown>>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  json?: object,
) => callUpload<Body>({ url: app.url, token }, method, path, json)

const urlOf = ({ parts }: Pick<MultipartUpload, 'parts'>) => parts[0]?.upload_url ?? ''
const idOf = (upload: Pick<MultipartUpload, 'parts'>) => new URL(urlOf(upload)).searchParams.get('uploadId')

interface Begun {
  insight_key?: string
  wav_key?: string
  upload?: MultipartUpload
  upload_url?: string
}

/** A multipart import, and the same call again. */
async function begin(kind: 'insights' | 'files' = 'files') {
  const key = randomUUID()
  const name = kind === 'files' ? { file_name: 'a.txt' } : { filename: 'a.txt' }
  const repeat = () => post<Begun>(`/${kind}/initialize`, { project_id: projectId, ...name, ...choice }, key)
  const { status, body } = await repeat()
  expect(status).toBe(201)
  const path = `/${kind}/${body.wav_key ?? body.insight_key}`
  if (!body.upload) throw new Error('The upload is a form.')
  return { path, body, upload: body.upload, repeat }
}

const sign = (path: string, key: string) =>
  post<SignedParts>(`${path}/upload/sign`, { part_numbers: [1] }, key)

/** Uploads that were signed more than half an hour ago, of all. */
async function countOld(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from upload where signed_at < now() - interval '30 minutes'`.execute(db)
  return rows[0]?.n ?? 0
}
const makeOlder = () => sql`update upload set signed_at = signed_at - interval '1 hour'`.execute(db)

describe.each(['insights', 'files'] as const)('a repeated initialize of %s', (kind) => {
  it('describes the same parts, of which those sent before count', async () => {
    const { path, body, upload, repeat } = await begin(kind)
    expect(await putPart(urlOf(upload), content)).toBe(200)
    await makeOlder()
    const before = await countOld()
    const again = await repeat()
    expect(again).toMatchObject({ status: 201, isReplayed: true, body: { ...body, upload: {} } })
    if (!again.body.upload) throw new Error('The upload is a form.')
    expect(idOf(again.body.upload)).toBe(idOf(upload))
    // It lives as long as its new URLs require.
    expect(await countOld()).toBe(before - 1)
    expect((await call('GET', `${path}/upload`)).body).toMatchObject({ received: [{ part_number: 1 }] })
    expect((await call('POST', `${path}/complete`, {})).status).toBeLessThan(300)
  })

  it('has the plan of the parts and nothing to send once the import is completed', async () => {
    const { path, body, upload, repeat } = await begin(kind)
    await putPart(urlOf(upload), content)
    await call('POST', `${path}/complete`, {})
    const again = await repeat()
    const ended = { ...upload, expires_at: expect.any(String), parts: [] }
    expect(again).toEqual({ status: 201, isReplayed: true, body: { ...body, upload: ended } })
  })

  it('describes the form that has replaced the parts', async () => {
    const { path, repeat } = await begin(kind)
    expect((await call('POST', `${path}/upload`, { upload_type: 'form' })).status).toBe(200)
    const again = await repeat()
    expect(again).toMatchObject({ status: 201, isReplayed: true })
    expect(again.body.upload_url).toMatch(/^http/)
  })
})

describe('a repeated start', () => {
  it('describes the upload that replaced it and does not start over', async () => {
    const { path } = await begin()
    const key = randomUUID()
    const start = () => post<MultipartUpload>(`${path}/upload`, { ...choice, size_bytes: 7 }, key)
    const first = await start()
    expect(first).toMatchObject({ status: 200, isReplayed: false, body: { size_bytes: 7 } })
    const { body: other } = await call<MultipartUpload>('POST', `${path}/upload`, choice)
    const again = await start()
    expect(again).toMatchObject({ status: 200, isReplayed: true, body: { size_bytes: content.length } })
    expect(idOf(again.body)).toBe(idOf(other))
  })

  it('is refused once the import no longer awaits its upload', async () => {
    const { path } = await begin()
    const key = randomUUID()
    const start = () => post<MultipartUpload>(`${path}/upload`, choice, key)
    await putPart(urlOf((await start()).body), content)
    await call('POST', `${path}/complete`, {})
    expect((await start()).status).toBe(400)
  })
})

describe('a repeated signature', () => {
  it('has URLs that work, and prolongs the life of the upload', async () => {
    const { path } = await begin()
    const key = randomUUID()
    expect(await sign(path, key)).toMatchObject({ status: 200, isReplayed: false })
    await makeOlder()
    const before = await countOld()
    const again = await sign(path, key)
    expect(again).toMatchObject({ status: 200, isReplayed: true })
    expect(await countOld()).toBe(before - 1)
    expect(await putPart(urlOf(again.body), content)).toBe(200)
  })

  it('is refused once the import no longer awaits its upload', async () => {
    const { path, upload } = await begin()
    const key = randomUUID()
    await sign(path, key)
    await putPart(urlOf(upload), content)
    await call('POST', `${path}/complete`, {})
    expect((await sign(path, key)).status).toBe(400)
  })
})

interface Registered {
  media_files: { filename: string; media_key?: string; upload?: MultipartUpload; upload_url?: string }[]
}

describe('a repeated registration of media', () => {
  const files = [
    'plain.mp4',
    { filename: 'parts.mp4', ...choice },
    { filename: 'form.mp4', upload_type: 'form' },
  ]
  const register = (uploadKey: string, key: string, url?: string) =>
    post<Registered>(`/surveys/${uploadKey}/media/register`, { files }, key, url)
  const begunSurvey = async () =>
    (await beginSurvey(app.url, token, projectId, { media_config: {} })).upload_key
  const withoutUrls = ({ media_files }: Registered) =>
    media_files.map(({ filename, media_key, upload }) => [filename, media_key, upload && idOf(upload)])

  it('describes the same uploads', async () => {
    const [uploadKey, key] = [await begunSurvey(), randomUUID()]
    const first = await register(uploadKey, key)
    expect(first).toMatchObject({ status: 201, isReplayed: false })
    const again = await register(uploadKey, key)
    expect(again).toMatchObject({ status: 201, isReplayed: true })
    expect(withoutUrls(again.body)).toEqual(withoutUrls(first.body))
    const [plain, parts, form] = again.body.media_files
    expect([plain?.media_key, parts?.upload_url, form?.upload]).toEqual([undefined, undefined, undefined])
    expect(parts?.upload && (await putPart(urlOf(parts.upload), content))).toBe(200)
  })

  it('describes the form that has replaced the parts', async () => {
    const [uploadKey, key] = [await begunSurvey(), randomUUID()]
    const { media_files } = (await register(uploadKey, key)).body
    const path = `/surveys/${uploadKey}/media/${media_files[1]?.media_key}/upload`
    expect((await call('POST', path, { upload_type: 'form' })).status).toBe(200)
    const again = (await register(uploadKey, key)).body.media_files[1]
    expect(again?.upload).toBeUndefined()
    expect(again?.media_key).toBe(media_files[1]?.media_key)
  })

  it('starts the uploads when the process was killed before it could', async () => {
    const [uploadKey, key] = [await begunSurvey(), randomUUID()]
    proxy.operations.length = 0
    proxy.behaviour.fault = ({ operation }) => (operation === 'CreateMultipartUpload' ? 'stall' : undefined)
    const api = await startApiProcess(app.databaseUrl, {
      S3_ENDPOINT: proxy.url,
      INLET_MULTIPART_UPLOADS: 'always',
    })
    const killed = register(uploadKey, key, api.url).catch(() => 'killed')
    await waitFor(async () => proxy.operations.includes('CreateMultipartUpload'))
    await stopProcess(api.process, 'SIGKILL')
    expect(await killed).toBe('killed')
    let reply: Reply<Registered> | undefined
    await waitFor(
      async () => {
        reply = await register(uploadKey, key)
        return reply.status !== 409
      },
      30_000,
      1000,
    )
    expect(reply).toMatchObject({ status: 201, isReplayed: false })
    const upload = reply?.body.media_files[1]?.upload
    expect(upload && (await putPart(urlOf(upload), content))).toBe(200)
    const again = await register(uploadKey, key)
    expect(again.isReplayed).toBe(true)
    expect(again.body.media_files[1]?.upload && idOf(again.body.media_files[1].upload)).toBe(
      upload && idOf(upload),
    )
  })
})
