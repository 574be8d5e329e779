/** Imports through the gateway on stores that cannot take them directly: without POST policies, and with a size limit. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort, testConfig } from '../../test/harness/config.ts'
import { importEveryKind, isEnded, makeGoodFiles, readEveryKind } from '../../test/harness/every-kind.ts'
import { startTestGateway, type TestGateway } from '../../test/harness/gateway.ts'
import { type ImportBench, openImportBench } from '../../test/harness/import-bench.ts'
import { beginImport, completeImport, readOutcome, uploadTo } from '../../test/harness/imports.ts'
import { beginMultipart, callUpload, contentOf, sendAllParts } from '../../test/harness/multipart.ts'
import { makeBucket, type OwnBucket } from '../../test/harness/own-bucket.ts'
import { waitFor } from '../../test/harness/processes.ts'
import { type StoreProxy, startStoreProxy } from '../../test/harness/store-proxy.ts'
import { checkStorage } from '../features/maintenance/doctor/check-storage.ts'
import { openStore } from './open-store.ts'
import { assertStoreIsUsable } from './start.ts'

const MiB = 1024 ** 2
const timeout = 600_000

interface Bench extends ImportBench {
  proxy: StoreProxy
  gateway: TestGateway
  settings: Record<string, string>
}

let bucket: OwnBucket
beforeAll(async () => {
  bucket = await makeBucket()
})
afterAll(() => bucket.remove())

async function openBench(proxy: StoreProxy, more: Record<string, string> = {}): Promise<Bench> {
  const shared = { S3_BUCKET: bucket.name, S3_ENDPOINT: proxy.url, ...more }
  const gateway = await startTestGateway({ ...shared, INLET_GATEWAY: 'auto' })
  const bench = await openImportBench({ settings: gateway.settings })
  return {
    ...bench,
    proxy,
    gateway,
    settings: gateway.settings,
    async close() {
      await bench.close()
      await gateway.stop()
      await proxy.close()
    },
  }
}

describe('a store without POST policies', () => {
  let bench: Bench
  let dir: string
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'inlet-gateway-'))
    const proxy = await startStoreProxy({
      fault: ({ operation }) =>
        operation === 'PostObject' ? { status: 501, code: 'NotImplemented' } : undefined,
    })
    bench = await openBench(proxy)
  }, timeout)
  afterAll(async () => {
    await bench.close()
    await rm(dir, { recursive: true, force: true })
  }, timeout)

  const start = (settings: Record<string, string>) => {
    const config = testConfig('postgres://unused', settings)
    return assertStoreIsUsable({ config, store: openStore(config), log: pino({ level: 'silent' }) }, 'api')
  }

  it('is accepted at start with a gateway, and refused without one, with what to set', async () => {
    await start(bench.settings)
    await start({ ...bench.settings, INLET_GATEWAY: 'always' })
    await expect(start({ ...bench.settings, INLET_GATEWAY: 'never' })).rejects.toThrow(/INLET_GATEWAY_URL/)
  })

  it('is examined by the doctor together with the gateway, which names what is wrong with it', async () => {
    const examine = async (settings: Record<string, string>) => {
      const config = testConfig('postgres://unused', { ...bench.settings, ...settings })
      const { url } = bench.proxy
      const found = await checkStorage(
        openStore(config),
        { endpoint: url, publicEndpoint: url, origin: 'http://inlet.test' },
        Date.now,
      )
      return found.filter(({ check, state }) => check.startsWith('upload') && state !== 'ok')
    }
    expect(await examine({})).toEqual([])
    expect(await examine({ INLET_GATEWAY_SECRET: 'x'.repeat(32) })).toMatchObject([
      {
        state: 'failed',
        detail: expect.stringContaining('403'),
        fix: expect.stringContaining('INLET_GATEWAY_SECRET'),
      },
    ])
    const away = { INLET_GATEWAY_URL: `http://127.0.0.1:${await freePort()}` }
    expect(await examine(away)).toMatchObject([
      { check: 'upload gateway: answers', state: 'failed', detail: 'ECONNREFUSED' },
    ])
    expect(await examine({ INLET_GATEWAY: 'never' })).toMatchObject([
      { state: 'failed', fix: expect.stringContaining('INLET_GATEWAY_URL') },
    ])
  })

  it('takes every kind of import through the gateway', { timeout }, async () => {
    const started = await importEveryKind(bench, await makeGoodFiles(dir))
    for (const { one } of started.files) expect(one.descriptor.upload_url).toContain(bench.gateway.url)
    await waitFor(async () => (await readEveryKind(bench, started)).every(isEnded), timeout, 500)
    const outcomes = await readEveryKind(bench, started)
    expect(outcomes.map(({ name, state, failure }) => [name, state, failure])).toEqual(
      outcomes.map(({ name }) => [name, 'completed', null]),
    )
    const insight = await bench.importFile('insight.txt', 'an insight', { kind: 'insights' })
    await waitFor(async () => (await readOutcome(bench.app.deps.db, insight)).state === 'completed', timeout)
  })

  it('takes an import in parts through the gateway', async () => {
    const content = contentOf(20 * MiB)
    const { app, token, projectId } = bench
    const target = { url: app.url, token, projectId }
    const one = await beginMultipart(target, 'files', 'film.mp4', content.length)
    expect(one.upload.parts.every((part) => part.upload_url.startsWith(bench.gateway.url))).toBe(true)
    expect(await sendAllParts(one.upload, content)).toEqual([200, 200])
    expect((await callUpload(target, 'POST', `${one.path}/complete`, {})).status).toBe(200)
    const { object_key } = await readOutcome(app.deps.db, one)
    const object = await app.deps.store.open(object_key ?? '')
    expect(object && (await buffer(object.body)).equals(content)).toBe(true)
  })
})

describe('a store that limits the size of a form', () => {
  const limit = 24 * MiB
  let bench: Bench
  beforeAll(async () => {
    const proxy = await startStoreProxy({ maxRequestBytes: limit })
    bench = await openBench(proxy, {
      S3_MAX_FORM_BYTES: String(600 * MiB),
      S3_MAX_REQUEST_BYTES: String(limit),
    })
  }, timeout)
  afterAll(() => bench.close(), timeout)

  it('gets recordings through the gateway, and documents directly', async () => {
    const { app, token, projectId, gateway, proxy } = bench
    const document = await beginImport(app.url, token, projectId, 'files', 'a.pdf')
    expect(document.descriptor.upload_url).toContain(proxy.url)
    const film = await beginImport(app.url, token, projectId, 'files', 'a.mp4')
    expect(film.descriptor.upload_url).toContain(gateway.url)
    const content = randomBytes(100 * MiB)
    expect(await uploadTo(document, new Blob([content]))).toBe(400)
    expect(await uploadTo(film, new Blob([content]))).toBe(204)
    expect(await completeImport(app.url, token, film)).toBe(200)
    const { object_key } = await readOutcome(app.deps.db, film)
    const object = await app.deps.store.open(object_key ?? '')
    expect(object && (await buffer(object.body)).equals(content)).toBe(true)
  })
})
