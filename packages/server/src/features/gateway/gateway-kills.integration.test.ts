/** The gateway as a process that is killed, stopped and started while files arrive. */
import { randomBytes, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testConfig } from '../../../test/harness/config.ts'
import { formBytes, sendRaw } from '../../../test/harness/form.ts'
import { rounds } from '../../../test/harness/full.ts'
import { type GatewayProcess, startGatewayProcess } from '../../../test/harness/gateway.ts'
import { makeBucket, type OwnBucket } from '../../../test/harness/own-bucket.ts'
import { stopProcess, waitFor } from '../../../test/harness/processes.ts'
import { openStore } from '../../app/open-store.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'

const MiB = 1024 ** 2
/** Enough for an upload of 40 MiB on a busy machine. */
const shutdownSeconds = 10

let bucket: OwnBucket
let gateway: GatewayProcess
let store: ObjectStore
beforeAll(async () => {
  bucket = await makeBucket()
  gateway = await startGatewayProcess({
    S3_BUCKET: bucket.name,
    INLET_SHUTDOWN_SECONDS: String(shutdownSeconds),
  })
  store = openStore(testConfig('postgres://unused', gateway.settings))
})
afterAll(async () => {
  await gateway.stop()
  await bucket.remove()
})

const content = randomBytes(40 * MiB)

async function describeForm() {
  const key = `incoming/${randomUUID()}`
  const descriptor = await store.presignUpload({ key, maxBytes: 100 * MiB, contentType: 'video/mp4' })
  return { key, ...descriptor, body: formBytes({ ...descriptor, content }) }
}
const uploadsOf = async (key: string) =>
  (await Array.fromAsync(store.listUploads(key))).flat().map(({ uploadId }) => ({ key, uploadId }))

it('leaves no object when it is killed, and accepts the same form after its restart', {
  timeout: 600_000,
}, async () => {
  for (let i = 0; i < rounds(3, 20); i += 1) {
    const { key, upload_url, body } = await describeForm()
    const sent = sendRaw(upload_url, body, { pause: { after: 20 * MiB, ms: 500 } })
    await waitFor(async () => (await uploadsOf(key)).length === 1)
    await sleep(Math.random() * 300)
    await stopProcess(gateway.process, 'SIGKILL')
    expect((await sent).status).toBe(0)
    expect(await store.head(key)).toBeNull()
    await gateway.restart()
    expect((await sendRaw(upload_url, body)).status).toBe(204)
    const object = await store.open(key)
    expect(object && (await buffer(object.body)).equals(content)).toBe(true)
    // What the nightly cleanup would do.
    const lost = await uploadsOf(key)
    expect(lost.length).toBe(1)
    for (const upload of lost) await store.abortUpload(upload)
  }
})

it('finishes uploads when it is stopped, and aborts those that take too long', async () => {
  const [quick, slow] = [await describeForm(), await describeForm()]
  const sent = Promise.all([
    sendRaw(quick.upload_url, quick.body, { pause: { after: 20 * MiB, ms: 500 } }),
    sendRaw(slow.upload_url, slow.body, { pause: { after: 20 * MiB, ms: 18_000 } }),
  ])
  await waitFor(async () => (await uploadsOf(slow.key)).length + (await uploadsOf(quick.key)).length === 2)
  const startedAt = Date.now()
  await stopProcess(gateway.process)
  expect(gateway.process.exitCode).toBe(0)
  expect(Date.now() - startedAt).toBeLessThan((shutdownSeconds + 2) * 1000)
  const [first, second] = await sent
  expect([first.status, second.status, second.body['code']]).toEqual([204, 503, 'unavailable'])
  expect((await store.head(quick.key))?.bytes).toBe(content.length)
  expect(await store.head(slow.key)).toBeNull()
  expect(await uploadsOf(slow.key)).toEqual([])
  await gateway.restart()
})

it('reports health, readiness and metrics', async () => {
  const read = async (path: string) => (await fetch(`${gateway.url}${path}`)).text()
  expect(await read('/healthz')).toContain('ok')
  expect(JSON.parse(await read('/readyz'))).toMatchObject({
    status: 'ready',
    checks: { storage: { ok: true } },
  })
  const { upload_url, body } = await describeForm()
  await sendRaw(upload_url, body)
  const metrics = await read('/metrics')
  expect(metrics).toContain('inlet_process_info{process="inlet-gateway"} 1')
  expect(metrics).toContain(`inlet_gateway_bytes_total{kind="form"} ${body.length}`)
  expect(metrics).toContain('inlet_gateway_uploads{kind="form"} 0')
})
