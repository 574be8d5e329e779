/** An api process that is killed at each call to the store while it completes a multipart upload. */
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startImportApp } from '../../../test/harness/import-app.ts'
import { completeImport, readOutcome } from '../../../test/harness/imports.ts'
import { beginMultipart, sendAllParts } from '../../../test/harness/multipart.ts'
import { startApiProcess, stopProcess, waitFor } from '../../../test/harness/processes.ts'
import { type StoreProxy, startStoreProxy } from '../../../test/harness/store-proxy.ts'

const { app, token, projectId } = await startImportApp()
const { db, store } = app.deps
let proxy: StoreProxy
beforeAll(async () => {
  proxy = await startStoreProxy()
})
afterAll(async () => {
  await proxy.close()
  await app.close()
})

const content = Buffer.from('every byte of it')

describe('complete', () => {
  it.each(['ListParts', 'CompleteMultipartUpload', 'HeadObject', 'CopyObject'])(
    'is finished by the next call when the process is killed during %s',
    async (stalled) => {
      const one = await beginMultipart({ url: app.url, token, projectId }, 'files', 'a.txt', content.length)
      expect(await sendAllParts(one.upload, content)).toEqual([200])
      proxy.operations.length = 0
      proxy.behaviour.fault = ({ operation }) => (operation === stalled ? 'stall' : undefined)
      const api = await startApiProcess(app.databaseUrl, { S3_ENDPOINT: proxy.url })
      const killed = completeImport(api.url, token, one).catch(() => 0)
      await waitFor(async () => proxy.operations.includes(stalled))
      await stopProcess(api.process, 'SIGKILL')
      expect(await killed).toBe(0)
      expect((await readOutcome(db, one)).state).toBe('pending_upload')
      expect(await completeImport(app.url, token, one)).toBe(200)
      const { state, object_key } = await readOutcome(db, one)
      expect(state).toBe('processing')
      const object = await store.open(object_key ?? '')
      expect(object && (await buffer(object.body)).equals(content)).toBe(true)
      const { rows } = await sql<{ uploads: number; jobs: number }>`
        select (select count(*) from upload where key = f.upload_key) as uploads, (select count(*) from job.job
          where name = 'process-file' and singleton_key = f.id::text) as jobs
        from file f where f.key = ${one.key}`.execute(db)
      expect(rows).toEqual([{ uploads: 0, jobs: 1 }])
    },
  )
})

describe('initialize', () => {
  it('leaves no record when the process is killed while it creates the upload', async () => {
    const count = async () => {
      const { rows } = await sql<{ n: number }>`
        select (select count(*) from file) + (select count(*) from upload) as n`.execute(db)
      return rows[0]?.n
    }
    const before = await count()
    proxy.operations.length = 0
    proxy.behaviour.fault = ({ operation }) => (operation === 'CreateMultipartUpload' ? 'stall' : undefined)
    const api = await startApiProcess(app.databaseUrl, {
      S3_ENDPOINT: proxy.url,
      INLET_MULTIPART_UPLOADS: 'always',
    })
    const killed = beginMultipart({ url: api.url, token, projectId }, 'files', 'a.txt', 5).catch(
      () => 'killed',
    )
    await waitFor(async () => proxy.operations.includes('CreateMultipartUpload'))
    await stopProcess(api.process, 'SIGKILL')
    expect(await killed).toBe('killed')
    expect(await count()).toBe(before)
  })
})
