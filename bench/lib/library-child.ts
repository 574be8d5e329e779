/**
 * Runs one side of one comparison in its own process, and reports its CPU time per operation in microseconds and its peak
 * memory.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { brotliCompressSync } from 'node:zlib'
import { Busboy as BusboyParser } from '@fastify/busboy'
import fastifyCookie from '@fastify/cookie'
import fastifyStatic from '@fastify/static'
import type { Event } from '@inlet/contract'
import { createSign } from '@inlet/server/src/features/webhooks/sign-event.ts'
import { newWebhookSecret } from '@inlet/server/src/features/webhooks/webhook-secret.ts'
import { writeXlsx, type XlsxRow } from '@inlet/server/src/platform/http/xlsx.ts'
import { createOtlpTracer } from '@inlet/server/src/platform/telemetry/otlp-tracer.ts'
import Fastify from 'fastify'
import { pino } from 'pino'
import { Webhook } from 'standardwebhooks'
import writeExcelFile from 'write-excel-file/node'
import { openPromise } from 'yauzl'
import { readZipDirectory } from '../../packages/processors/src/detect/zip-directory.ts'
import { writeZip } from '../../packages/processors/test/fixtures/zip.ts'
import { type FormUnderTest, fileByHand } from './by-hand/form-file.ts'
import { createTracerByHand } from './by-hand/spans.ts'
import { serveByHand } from './by-hand/static-files.ts'

export type Side = 'library' | 'hand'
type Measure = (side: Side, folder: string) => Promise<number>

async function cpuMicroseconds(operations: number, work: () => Promise<void>): Promise<number> {
  await work()
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / operations
}

/** Requests without a socket, so that only the two sides are measured. */
async function staticFile(side: Side, folder: string): Promise<number> {
  const requests = 3_000
  const content = 'console.log("a built file of the workspace")\n'.repeat(1_000)
  const path = join(folder, 'file.js')
  await writeFile(path, content)
  await writeFile(`${path}.br`, brotliCompressSync(content))
  const app = Fastify()
  if (side === 'hand') serveByHand(app, path)
  else {
    await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true })
    app.get('/file', (_request, reply) => reply.sendFile('file.js'))
  }
  return cpuMicroseconds(requests, async () => {
    for (let i = 0; i < requests; i += 1) {
      const answer = await app.inject({ url: '/file', headers: { 'accept-encoding': 'gzip, br' } })
      if (answer.statusCode !== 200 || answer.headers['content-encoding'] !== 'br')
        throw new Error('not sent')
    }
  })
}

async function cookie(side: Side): Promise<number> {
  const requests = 10_000
  const app = Fastify()
  if (side === 'library') await app.register(fastifyCookie)
  app.get('/', (request) => ({
    session:
      side === 'library'
        ? request.cookies['session']
        : request.headers.cookie
            ?.split(';')
            .map((pair) => pair.trim().split('='))
            .find(([name]) => name === 'session')?.[1],
  }))
  const headers = { cookie: `theme=dark; session=${'s'.repeat(52)}; other=1` }
  return cpuMicroseconds(requests, async () => {
    for (let i = 0; i < requests; i += 1)
      if (!(await app.inject({ url: '/', headers })).body.includes('sss')) throw new Error('not read')
  })
}

async function span(side: Side): Promise<number> {
  const count = 50_000
  const collector = createServer((request, response) => {
    request
      .resume()
      .on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  const attributes = { 'http.request.method': 'GET', 'http.route': '/projects', 'inlet.request_id': 'bench' }
  const hand = createTracerByHand(endpoint)
  const otlp = createOtlpTracer({
    endpoint,
    headers: {},
    serviceName: 'bench',
    ratio: 1,
    log: pino({ level: 'silent' }),
    onDropped: () => {
      throw new Error('the queue is full')
    },
  })
  const one = () => {
    if (side === 'hand') {
      hand.span('GET /projects', attributes, () => undefined)
      return
    }
    const started = otlp.start({ name: 'GET /projects', kind: 'server', attributes })
    otlp.run(started, () => undefined)
    started?.end()
  }
  const cpu = await cpuMicroseconds(count, async () => {
    for (let i = 0; i < count; i += 1) {
      one()
      if (i % 200 === 0) await new Promise((resolve) => setTimeout(resolve, 2))
    }
  })
  await hand.close()
  await otlp.close()
  collector.close()
  return cpu
}

/** Serializing and signing an event. */
async function sign(side: Side): Promise<number> {
  const count = 50_000
  const event: Event = {
    id: 'evt_0123456789abcdef0123456789abcdef',
    type: 'file.completed',
    timestamp: new Date().toISOString(),
    data: { project_id: 1, wav_key: randomUUID(), status: 'completed', external_id: null, links: {} },
  }
  const secret = newWebhookSecret()
  const library = new Webhook(secret)
  const hand = createSign([secret])
  const now = new Date()
  const one =
    side === 'hand'
      ? () => hand(event, now).headers['webhook-signature']
      : () => library.sign(event.id, now, JSON.stringify(event))
  return cpuMicroseconds(count, async () => {
    for (let i = 0; i < count; i += 1) if (!one()?.startsWith('v1,')) throw new Error('not signed')
  })
}

/** A file of 256 MiB in a form, in the pieces in which a socket delivers it. */
async function form(side: Side): Promise<number> {
  const boundary = '------------------------0123456789abcdef'
  const chunk = randomBytes(64 * 1024)
  const count = 4096
  const open = side === 'hand' ? fileByHand : fileByBusboy
  return cpuMicroseconds(count, async () => {
    const { file, write, hasRoom } = open(boundary)
    let bytes = 0
    const read = file.then(async (one) => {
      for await (const piece of one) bytes += (piece as Buffer).length
    })
    for (let i = 0; i < count; i += 1) if (!write(chunk)) await hasRoom()
    write(Buffer.from(`\r\n--${boundary}--\r\n`))
    await read
    if (bytes !== count * chunk.length) throw new Error('not read')
  })
}

function fileByBusboy(boundary: string): FormUnderTest {
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  const parser = new BusboyParser({ headers, highWaterMark: 64 * 1024, fileHwm: 64 * 1024 })
  const { promise: file, resolve } = Promise.withResolvers<Readable>()
  parser.on('file', (_name, one) => resolve(one))
  parser.write(`--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`)
  return { file, write: (chunk) => parser.write(chunk), hasRoom: () => once(parser, 'drain') }
}

const zipOf =
  (entries: number): Measure =>
  async (side, folder) => {
    const reads = Math.ceil(20_000 / entries)
    const path = join(folder, 'a.zip')
    await writeFile(
      path,
      writeZip(Array.from({ length: entries }, (_, i) => ({ name: `word/part-${i}.xml`, content: 'x' }))),
    )
    const read = side === 'hand' ? listByHand : listByYauzl
    return cpuMicroseconds(reads, async () => {
      for (let i = 0; i < reads; i += 1) if ((await read(path)) !== entries) throw new Error('not listed')
    })
  }

async function listByHand(path: string): Promise<number> {
  await using file = await open(path)
  return (await readZipDirectory(file)).length
}

async function listByYauzl(path: string): Promise<number> {
  const zip = await openPromise(path, { decodeStrings: false, validateEntrySizes: false })
  let count = 0
  for await (const _entry of zip.eachEntry()) count += 1
  return count
}

/** A workbook of 50,000 responses to 20 questions. The library takes all rows at once. */
async function xlsx(side: Side): Promise<number> {
  const count = 50_000
  const header = Array.from({ length: 20 }, (_, i) => `Question ${i + 1}`)
  async function* rows(): AsyncGenerator<XlsxRow[]> {
    for (let first = 0; first < count; first += 500)
      yield Array.from({ length: 500 }, (_, i) =>
        header.map((_question, column) =>
          column % 4 === 0 ? first + i : `Answer ${column} <of> ${first + i}`,
        ),
      )
  }
  const write = async () => {
    if (side === 'hand') return writeXlsx({ sheetName: 'Responses', header, rows: rows() })
    const all = (await Array.fromAsync(rows())).flat().map((row) => [...row])
    return Readable.from([await writeExcelFile([header, ...all]).toBuffer()])
  }
  return cpuMicroseconds(count, async () => {
    let bytes = 0
    for await (const piece of await write()) bytes += (piece as Buffer).length
    if (bytes < count) throw new Error('not written')
  })
}

const measures: Record<string, Measure> = {
  static: staticFile,
  cookie,
  span,
  sign,
  form,
  xlsx,
  'zip-30': zipOf(30),
  'zip-10000': zipOf(10_000),
}

const [, , name = '', side] = process.argv
const folder = await mkdtemp(join(tmpdir(), 'inlet-bench-'))
try {
  const cpu = await measures[name]?.(side === 'hand' ? 'hand' : 'library', folder)
  process.send?.([cpu, process.resourceUsage().maxRSS / 1024])
} finally {
  await rm(folder, { recursive: true })
}
process.disconnect?.()
