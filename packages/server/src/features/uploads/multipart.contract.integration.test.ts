/** Rules of multipart uploads that need another store, clock control or a large object. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startImportApp } from '../../../test/harness/import-app.ts'
import { callApi, completeImport, readOutcome } from '../../../test/harness/imports.ts'
import { beginMultipart, contentOf, sendAllParts } from '../../../test/harness/multipart.ts'
import { type StoreProxy, startStoreProxy } from '../../../test/harness/store-proxy.ts'
import { incomingPrefix } from '../../platform/object-store/prefixes.ts'
import { dropAbandonedRecords } from '../maintenance/garbage-collection/drop-abandoned-records.ts'
import { abortExpired } from './abort-uploads.ts'

let proxy: StoreProxy
beforeAll(async () => {
  proxy = await startStoreProxy()
})
afterAll(() => proxy.close())

it('MPU-9 offers no multipart uploads with a store that accepts parts of any length', async () => {
  proxy.behaviour.fault = ({ operation }) =>
    operation === 'UploadPart' ? { status: 200, code: 'Stored' } : undefined
  const { app, token, projectId } = await startImportApp({ S3_ENDPOINT: proxy.url })
  try {
    const answer = await callApi(app.url, token, '/files/initialize', {
      project_id: projectId,
      file_name: 'a.mp4',
      upload_type: 'multipart',
      size_bytes: 5,
    })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'upload_type_unavailable' })
  } finally {
    proxy.behaviour.fault = () => undefined
    await app.close()
  }
})

it('MPU-10 aborts an upload seven days after the last URL was signed', async () => {
  const { app, token, projectId } = await startImportApp()
  const { db, store } = app.deps
  try {
    const one = await beginMultipart({ url: app.url, token, projectId }, 'files', 'a.txt', 5)
    const uploadId = new URL(one.upload.parts[0]?.upload_url ?? '').searchParams.get('uploadId')
    const age = (hours: number) =>
      sql`update upload set signed_at = now() - make_interval(hours => ${hours})`.execute(db)
    await sql`update file set created_at = now() - interval '9 days'`.execute(db)
    const sweep = async () => {
      await dropAbandonedRecords(db, 24)
      await abortExpired({ db, store })
      return (await Array.fromAsync(store.listUploads(incomingPrefix)))
        .flat()
        .some((upload) => upload.uploadId === uploadId)
    }
    await age(7 * 24 - 1)
    expect(await sweep()).toBe(true)
    expect((await readOutcome(db, one)).state).toBe('pending_upload')
    await age(7 * 24 + 1)
    expect(await sweep()).toBe(false)
    await expect(readOutcome(db, one)).rejects.toThrow('does not exist')
  } finally {
    await app.close()
  }
})

it('MPU-12 copies an object over the limit of one request part by part', async () => {
  const maxRequestBytes = 6 * 1024 ** 2
  proxy.behaviour.maxRequestBytes = maxRequestBytes
  const { app, token, projectId } = await startImportApp({
    S3_ENDPOINT: proxy.url,
    S3_PUBLIC_ENDPOINT: process.env['S3_ENDPOINT'] ?? '',
    S3_MAX_REQUEST_BYTES: String(maxRequestBytes),
  })
  try {
    const content = contentOf(17 * 1024 ** 2)
    const one = await beginMultipart({ url: app.url, token, projectId }, 'files', 'a.mp4', content.length)
    expect(await sendAllParts(one.upload, content)).toEqual([200, 200])
    proxy.operations.length = 0
    expect(await completeImport(app.url, token, one)).toBe(200)
    expect(proxy.operations.filter((operation) => operation === 'UploadPartCopy').length).toBeGreaterThan(2)
    const { object_key } = await readOutcome(app.deps.db, one)
    expect((await app.deps.store.head(object_key ?? ''))?.bytes).toBe(content.length)
  } finally {
    await app.close()
  }
})
