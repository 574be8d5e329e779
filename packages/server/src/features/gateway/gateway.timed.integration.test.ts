/** Silence and memory of the gateway. */
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testConfig } from '../../../test/harness/config.ts'
import { formBytes, sendRaw } from '../../../test/harness/form.ts'
import { type GatewayProcess, startGatewayProcess } from '../../../test/harness/gateway.ts'
import { peakMiB } from '../../../test/harness/memory.ts'
import { makeBucket, type OwnBucket } from '../../../test/harness/own-bucket.ts'
import { type StoreProxy, startStoreProxy } from '../../../test/harness/store-proxy.ts'
import { openStore } from '../../app/open-store.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'

const MiB = 1024 ** 2

let proxy: StoreProxy
let bucket: OwnBucket
let gateway: GatewayProcess
let store: ObjectStore
beforeAll(async () => {
  proxy = await startStoreProxy()
  bucket = await makeBucket()
  gateway = await startGatewayProcess({ S3_BUCKET: bucket.name })
  store = openStore(testConfig('postgres://unused', gateway.settings))
})
afterAll(async () => {
  await gateway.stop()
  await bucket.remove()
  await proxy.close()
})

async function send(bytes: number, options: Parameters<typeof sendRaw>[2] = {}) {
  const key = `incoming/${randomUUID()}`
  const descriptor = await store.presignUpload({ key, maxBytes: 1024 * MiB, contentType: 'video/mp4' })
  const body = formBytes({ ...descriptor, content: randomBytes(bytes) })
  const answer = await sendRaw(descriptor.upload_url, body, options)
  return { key, ...answer }
}

it('carries 20 uploads at once in less than 200 MB', { timeout: 600_000 }, async () => {
  const peaks: number[] = []
  for (const bytes of [48 * MiB, 5 * MiB - 1000, 6 * MiB]) {
    const startedAt = performance.now()
    const sent = await Promise.all(Array.from({ length: 20 }, () => send(bytes)))
    expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 204))
    const seconds = (performance.now() - startedAt) / 1000
    peaks.push(peakMiB(gateway.process.pid))
    process.stdout.write(
      `gateway memory uploads=20 bytes=${bytes} seconds=${seconds.toFixed(1)} peak_rss_MiB=${Math.round(peaks.at(-1) ?? 0)}\n`,
    )
  }
  expect(Math.max(...peaks) * 1.048576).toBeLessThan(200)
})

it('ends an upload when the client or the store is silent for half a minute', async () => {
  const stalled = await startGatewayProcess({ S3_BUCKET: bucket.name, S3_ENDPOINT: proxy.url })
  const own = store
  try {
    const startedAt = performance.now()
    proxy.behaviour = { fault: ({ operation }) => (operation === 'UploadPart' ? 'stall' : undefined) }
    store = openStore(testConfig('postgres://unused', stalled.settings))
    const byStore = send(8 * MiB)
    store = own
    const byClient = send(8 * MiB, { pause: { after: 2 * MiB, ms: 34_000 } })
    const [silentStore, silentClient] = await Promise.all([byStore, byClient])
    const seconds = (performance.now() - startedAt) / 1000
    process.stdout.write(`gateway silence seconds=${seconds.toFixed(1)}\n`)
    expect([silentStore.status, silentStore.body['code']]).toEqual([503, 'unavailable'])
    expect([silentClient.status, silentClient.body['code']]).toEqual([408, 'upload_interrupted'])
    for (const { key } of [silentStore, silentClient]) {
      expect(await store.head(key)).toBeNull()
      expect((await Array.fromAsync(store.listUploads(key))).flat()).toEqual([])
    }
  } finally {
    proxy.behaviour = {}
    await stalled.stop()
  }
})
