/**
 * Files that the store does not take in one request, through a gateway that is killed and clients that lose their
 * connection. CI uses small sizes; `npm run test:full` uses 10 GB, the limit of AWS S3 and 50 interruptions.
 */
import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testConfig } from '../../../test/harness/config.ts'
import { isFull, rounds } from '../../../test/harness/full.ts'
import { type GatewayProcess, startGatewayProcess } from '../../../test/harness/gateway.ts'
import { peakMiB } from '../../../test/harness/memory.ts'
import { makeBucket, type OwnBucket } from '../../../test/harness/own-bucket.ts'
import { stopProcess } from '../../../test/harness/processes.ts'
import { type StoreProxy, startStoreProxy } from '../../../test/harness/store-proxy.ts'
import { openStore } from '../../app/open-store.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'

const run = promisify(execFile)
const MiB = 1024 ** 2
const GiB = 1024 * MiB
const fileBytes = isFull ? 10 * GiB : 60 * MiB
const storeLimit = isFull ? 5 * GiB : 24 * MiB
const timeout = isFull ? 3 * 3_600_000 : 300_000

let proxy: StoreProxy
let bucket: OwnBucket
let gateway: GatewayProcess
let store: ObjectStore
beforeAll(async () => {
  proxy = await startStoreProxy({ maxRequestBytes: storeLimit })
  bucket = await makeBucket()
  gateway = await startGatewayProcess({ S3_BUCKET: bucket.name, S3_ENDPOINT: proxy.url })
  store = openStore(testConfig('postgres://unused', gateway.settings))
})
afterAll(async () => {
  await gateway.stop()
  await bucket.remove()
  await proxy.close()
})

it('a form above the limit of the store arrives by curl', { timeout }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'inlet-long-'))
  try {
    const path = join(folder, 'film.mp4')
    await writeFile(path, 'the beginning')
    await truncate(path, fileBytes)
    const key = `incoming/${randomUUID()}`
    const { upload_url, upload_fields } = await store.presignUpload({
      key,
      maxBytes: fileBytes,
      contentType: 'video/mp4',
    })
    const fields = Object.entries(upload_fields).flatMap(([name, value]) => ['-F', `${name}=${value}`])
    const startedAt = performance.now()
    const options = ['-s', '-o', '/dev/null', '-w', '%{http_code}']
    const { stdout } = await run('curl', [...options, ...fields, '-F', `file=@${path}`, upload_url])
    const seconds = (performance.now() - startedAt) / 1000
    process.stdout.write(
      `gateway form bytes=${fileBytes} store_limit=${storeLimit} status=${stdout} seconds=${seconds.toFixed(0)} peak_rss_MiB=${Math.round(peakMiB(gateway.process.pid))}\n`,
    )
    expect(stdout).toBe('204')
    expect((await store.head(key))?.bytes).toBe(fileBytes)
    await store.remove([key])
  } finally {
    await rm(folder, { recursive: true })
  }
})

/** Without repetitions, so that parts in the wrong place are noticed. */
function contentOfPart(number: number, bytes: number): Uint8Array<ArrayBuffer> {
  const content = new Uint8Array(bytes)
  const view = new DataView(content.buffer)
  for (let i = 0; i + 8 <= bytes; i += 1024) view.setFloat64(i, number * bytes + i)
  return content
}

it('an upload in parts sends at most one part again for each interruption', { timeout }, async () => {
  const partBytes = isFull ? 16 * MiB : 5 * MiB
  const numbers = Array.from({ length: fileBytes / partBytes }, (_, i) => i + 1)
  const interruptions = rounds(4, 50)
  const interrupted = new Map(
    Array.from({ length: interruptions }, (_, i) => [
      1 + Math.floor(((i + Math.random()) * numbers.length) / interruptions),
      i % 2 === 0 ? ('gateway' as const) : ('client' as const),
    ]),
  )
  const key = `incoming/${randomUUID()}`
  const upload = { key, uploadId: await store.createUpload(key, 'video/mp4') }
  const hash = createHash('sha256')
  let requests = 0

  async function send(number: number, kind?: 'gateway' | 'client'): Promise<boolean> {
    requests += 1
    const { urls } = await store.presignParts(upload, [{ number, bytes: partBytes }])
    const content = contentOfPart(number, partBytes)
    const cut = new AbortController()
    // Half of the part, and the rest only if nothing interrupts it.
    const body = new ReadableStream({
      async pull(controller) {
        controller.enqueue(content.subarray(0, partBytes / 2))
        if (kind) await sleep(100)
        if (kind === 'client') return cut.abort()
        if (kind === 'gateway') await stopProcess(gateway.process, 'SIGKILL')
        controller.enqueue(content.subarray(partBytes / 2))
        controller.close()
      },
    })
    const headers = { 'content-length': String(partBytes) }
    const init = { method: 'PUT', body, headers, duplex: 'half' as const, signal: cut.signal }
    try {
      const answer = await fetch(urls[0] ?? '', init)
      await answer.arrayBuffer()
      return answer.status === 200
    } catch {
      return false
    } finally {
      if (kind === 'gateway') await gateway.restart()
    }
  }

  for (const number of numbers) {
    hash.update(contentOfPart(number, partBytes))
    const kind = interrupted.get(number)
    if (kind) expect(await send(number, kind)).toBe(false)
    expect(await send(number)).toBe(true)
  }
  const stored = (await store.listParts(upload)) ?? []
  expect(stored.map(({ bytes }) => bytes)).toEqual(numbers.map(() => partBytes))
  expect(await store.assembleParts(upload, stored)).toBe('assembled')
  const object = await store.open(key)
  const read = createHash('sha256')
  for await (const chunk of object?.body ?? []) read.update(chunk as Buffer)
  expect(read.digest('hex')).toBe(hash.digest('hex'))
  process.stdout.write(
    `gateway parts bytes=${fileBytes} parts=${numbers.length} interruptions=${interrupted.size} requests=${requests}\n`,
  )
  expect(requests).toBe(numbers.length + interrupted.size)
  await store.remove([key])
})
