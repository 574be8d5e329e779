/** Worker processes that are killed while they download, and one that is cut off from the object store. */
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startImportApp } from '../../../test/harness/import-app.ts'
import { completeImport, type Import, isFinal, readOutcome } from '../../../test/harness/imports.ts'
import { startWorkerProcess, stopProcess, waitFor } from '../../../test/harness/processes.ts'
import { type Respond, type SourceServer, startSourceServer } from '../../../test/harness/source-server.ts'
import { type StoreProxy, startStoreProxy } from '../../../test/harness/store-proxy.ts'
import { beginUrlImport, retryNow } from '../../../test/harness/url-imports.ts'

const settings = { INLET_DOWNLOAD_ALLOWED: '127.0.0.1' }
const bench = await startImportApp(settings)
const { app, token } = bench
const { db, store } = app.deps
let source: SourceServer
let proxy: StoreProxy
beforeAll(async () => {
  source = await startSourceServer()
  proxy = await startStoreProxy()
})
afterAll(async () => {
  await source.close()
  await proxy.close()
  await app.close()
})

/** Two full parts and the beginning of a third, so that an upload exists in the store. */
const content = Buffer.from('text '.repeat(4_000_000))
const half: Respond = (_, response) => {
  response.writeHead(200, { 'content-length': String(content.length) })
  response.write(content.subarray(0, content.length - 1_000_000))
}
const all: Respond = (_, response) => response.writeHead(200).end(content)

async function begin(path: string): Promise<Import> {
  const one = await beginUrlImport(bench, 'files', 'a.txt', `${source.url}${path}`)
  expect(await completeImport(app.url, token, one)).toBe(200)
  return one
}

const requestsFor = (path: string) => source.requests.filter((one) => one.path === path).length

it('is downloaded again by another worker when its worker is killed', { timeout: 180_000 }, async () => {
  source.paths.set('/killed', half)
  const one = await begin('/killed')
  const first = startWorkerProcess(app.databaseUrl, { ...settings, S3_ENDPOINT: proxy.url })
  await waitFor(async () => proxy.operations.filter((name) => name === 'UploadPart').length >= 2)
  await stopProcess(first, 'SIGKILL')
  source.paths.set('/killed', all)
  const second = startWorkerProcess(app.databaseUrl, settings)
  await waitFor(async () => {
    await retryNow(app)
    return isFinal(await readOutcome(db, one))
  }, 120_000)
  await stopProcess(second)
  const { state, object_key } = await readOutcome(db, one)
  expect(state).toBe('completed')
  const object = await store.open(object_key ?? '')
  expect(object && (await buffer(object.body)).equals(content)).toBe(true)
  expect(requestsFor('/killed')).toBe(2)
  // What the first attempt was to write is marked for deletion, and the URL is gone.
  const { rows } = await sql<{ trash: number; uploads: number }>`
    select (select count(*) from object_trash where object_key like 'accepted/%') as trash,
      (select count(*) from upload) as uploads`.execute(db)
  expect(rows).toEqual([{ trash: 1, uploads: 0 }])
})

it('finishes what it downloads before it stops, and leaves the rest to others', {
  timeout: 120_000,
}, async () => {
  let finish = () => {}
  source.paths.set('/stopping', (_, response) => {
    response.writeHead(200, { 'content-length': '10' }).write('first')
    finish = () => response.end(' last')
  })
  const one = await begin('/stopping')
  const worker = startWorkerProcess(app.databaseUrl, settings)
  await waitFor(async () => requestsFor('/stopping') === 1)
  const stopped = stopProcess(worker)
  finish()
  await stopped
  const { object_key } = await readOutcome(db, one)
  expect(object_key).toMatch(/^accepted\//)
})

it('is retried when the store fails in the middle', {
  timeout: 120_000,
}, async () => {
  source.paths.set('/store', all)
  let failures = 0
  proxy.behaviour.fault = ({ operation }) => {
    if (operation !== 'UploadPart' || failures >= 3) return undefined
    failures += 1
    return { status: 503, code: 'SlowDown' }
  }
  const one = await begin('/store')
  const worker = startWorkerProcess(app.databaseUrl, { ...settings, S3_ENDPOINT: proxy.url })
  await waitFor(async () => {
    await retryNow(app)
    return (await readOutcome(db, one)).object_key !== null
  }, 90_000)
  await stopProcess(worker)
  expect(failures).toBe(3)
  const { object_key } = await readOutcome(db, one)
  const object = await store.open(object_key ?? '')
  expect(object && (await buffer(object.body)).equals(content)).toBe(true)
})
