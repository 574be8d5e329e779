import { execFile } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testConfig } from '../../../test/harness/config.ts'
import { type Descriptor, formBytes, sendRaw } from '../../../test/harness/form.ts'
import { rounds } from '../../../test/harness/full.ts'
import { startTestGateway, type TestGateway } from '../../../test/harness/gateway.ts'
import { makeBucket, type OwnBucket } from '../../../test/harness/own-bucket.ts'
import { waitFor } from '../../../test/harness/processes.ts'
import { openStore } from '../../app/open-store.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import type { StoreUpload } from '../../platform/object-store/sign-parts.ts'

const run = promisify(execFile)
const MiB = 1024 ** 2

let bucket: OwnBucket
let gateway: TestGateway
let store: ObjectStore
beforeAll(async () => {
  bucket = await makeBucket()
  gateway = await startTestGateway({ S3_BUCKET: bucket.name, INLET_GATEWAY_UPLOADS: '8' })
  store = openStore(testConfig('postgres://unused', gateway.settings))
})
afterAll(async () => {
  await gateway.stop()
  await bucket.remove()
})

const newKey = () => `incoming/${randomUUID()}`

async function describeForm(
  key: string,
  { maxBytes = 100 * MiB, seconds = 60 }: { maxBytes?: number; seconds?: number } = {},
): Promise<Descriptor> {
  return store.presignUpload({ key, maxBytes, contentType: 'video/mp4' }, seconds)
}

async function post({ upload_url, upload_fields }: Descriptor, content: Buffer) {
  const form = new FormData()
  for (const [name, value] of Object.entries(upload_fields)) form.append(name, value)
  form.append('file', new Blob([new Uint8Array(content)]), 'file')
  const answer = await fetch(upload_url, { method: 'POST', body: form })
  const text = await answer.text()
  return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown> }
}

async function readBack(key: string): Promise<Buffer | undefined> {
  const object = await store.open(key)
  return object ? buffer(object.body) : undefined
}

async function leftovers(key: string): Promise<StoreUpload[]> {
  const found = (await Array.fromAsync(store.listUploads('incoming/'))).flat()
  return found.filter((upload) => upload.key === key)
}

async function expectNothing(key: string): Promise<void> {
  await waitFor(async () => (await leftovers(key)).length === 0, 20_000)
  expect(await store.head(key)).toBeNull()
}

/** As in `app/gateway.ts`. */
const maxUnverified = 100

interface Answer {
  status: number | undefined
  code: string
  retryAfter?: string
}

/** Begins a form and goes on with a byte every half second until it is answered. */
async function trickle(url: string): Promise<Answer> {
  const headers = { 'content-type': 'multipart/form-data; boundary=slow', 'content-length': String(MiB) }
  const sent = request(url, { method: 'POST', headers, agent: false })
  sent.write('--slow\r\nContent-Disposition: form-data; name="key"\r\n\r\n')
  const timer = setInterval(() => sent.write('x'), 500)
  try {
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    const { code } = (await json(response)) as { code: string }
    const retryAfter = response.headers['retry-after']
    return { status: response.statusCode, code, ...(retryAfter !== undefined && { retryAfter }) }
  } finally {
    clearInterval(timer)
    sent.on('error', () => {}).destroy()
  }
}

describe('a form posted to the gateway', () => {
  it.each([0, 1, 70_000, 5 * MiB - 1, 5 * MiB + 60_000, 5 * MiB + 70_000, 16 * MiB + 65_536, 37 * MiB + 11])(
    'of %d bytes is stored byte for byte, with its type',
    async (bytes) => {
      const key = newKey()
      const content = randomBytes(bytes)
      expect((await post(await describeForm(key), content)).status).toBe(204)
      const object = await store.open(key)
      expect(object?.contentType).toBe('video/mp4')
      expect(object && (await buffer(object.body)).equals(content)).toBe(true)
      expect(await leftovers(key)).toEqual([])
    },
  )

  it('is sent by curl -F unmodified', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'inlet-gateway-'))
    try {
      const path = join(folder, 'film.mp4')
      const content = randomBytes(12 * MiB)
      await writeFile(path, content)
      const key = newKey()
      const { upload_url, upload_fields } = await describeForm(key)
      const fields = Object.entries(upload_fields).flatMap(([name, value]) => ['-F', `${name}=${value}`])
      const options = ['-s', '-o', '/dev/null', '-w', '%{http_code}']
      const { stdout } = await run('curl', [...options, ...fields, '-F', `file=@${path}`, upload_url])
      expect(stdout).toBe('204')
      expect((await readBack(key))?.equals(content)).toBe(true)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('keeps what looks like a boundary inside the file, in pieces of any size', async () => {
    const lines = ['\r\n--a-boundary-of-tests-012345678', '\r\n--a-boundary-of-tests-', '\r\n\r\n--', '\r']
    const content = Buffer.from(lines.join('').repeat(200))
    for (const chunkBytes of [1, 7, 33, 4096]) {
      const key = newKey()
      const descriptor = await describeForm(key)
      const body = formBytes({ ...descriptor, content })
      const answer = await sendRaw(descriptor.upload_url, body, { chunkBytes })
      expect([chunkBytes, answer.status]).toEqual([chunkBytes, 204])
      expect((await readBack(key))?.equals(content)).toBe(true)
    }
  })

  it('may have other fields after the file, but not a large one', async () => {
    const key = newKey()
    const descriptor = await describeForm(key)
    const content = randomBytes(6 * MiB)
    const small = formBytes({ ...descriptor, content, after: { submit: 'Upload' } })
    expect((await sendRaw(descriptor.upload_url, small)).status).toBe(204)
    expect((await readBack(key))?.equals(content)).toBe(true)
    const other = newKey()
    const second = await describeForm(other)
    const large = formBytes({ ...second, content, after: { submit: 'x'.repeat(300_000) } })
    expect((await sendRaw(second.upload_url, large)).status).toBe(400)
    await expectNothing(other)
  })

  it.each<[string, number, string, (fields: Record<string, string>) => Record<string, string>]>([
    ['another key', 403, 'upload_refused', (fields) => ({ ...fields, key: newKey() })],
    ['another type', 403, 'upload_refused', (fields) => ({ ...fields, 'Content-Type': 'text/html' })],
    ['an unsigned field', 403, 'upload_refused', (fields) => ({ ...fields, acl: 'public-read' })],
    ['no signature', 403, 'upload_refused', ({ 'X-Amz-Signature': _signature, ...fields }) => fields],
    ['no type', 403, 'upload_refused', ({ 'Content-Type': _type, ...fields }) => fields],
    [
      'a changed policy',
      403,
      'upload_refused',
      (fields) => ({
        ...fields,
        Policy: Buffer.from(
          Buffer.from(fields['Policy'] ?? '', 'base64')
            .toString()
            .replace('104857600', '904857600'),
        ).toString('base64'),
      }),
    ],
  ])('with %s is refused', async (_what, status, code, change) => {
    const key = newKey()
    const descriptor = await describeForm(key)
    const changed = { ...descriptor, upload_fields: change(descriptor.upload_fields) }
    for (const bytes of [10, 9 * MiB]) {
      const answer = await post(changed, randomBytes(bytes))
      expect([answer.status, answer.body['code']]).toEqual([status, code])
      expect(answer.body).toEqual({
        error: expect.any(String),
        code,
        request_id: expect.any(String),
      })
    }
    await expectNothing(key)
  })

  it('is refused once it has expired', async () => {
    const key = newKey()
    const answer = await post(await describeForm(key, { seconds: -1 }), Buffer.from('late'))
    expect([answer.status, answer.body['code']]).toEqual([403, 'upload_refused'])
    await expectNothing(key)
  })

  it.each([
    [1000, 1001],
    [6 * MiB, 6 * MiB + 1],
    [6 * MiB, 40 * MiB],
  ])('with a limit of %d bytes is refused with %d', async (maxBytes, bytes) => {
    const key = newKey()
    const descriptor = await describeForm(key, { maxBytes })
    expect((await post(descriptor, randomBytes(maxBytes))).status).toBe(204)
    await store.remove([key])
    const answer = await post(descriptor, randomBytes(bytes))
    expect([answer.status, answer.body['code']]).toEqual([400, 'upload_too_large'])
    await expectNothing(key)
  })

  it('is refused at the first byte too many, although the client claims less', async () => {
    const key = newKey()
    const descriptor = await describeForm(key, { maxBytes: 1000 })
    const body = formBytes({ ...descriptor, content: randomBytes(3000) })
    const answer = await sendRaw(descriptor.upload_url, body.subarray(0, body.length - 500), {
      contentLength: body.length,
    })
    expect([answer.status, answer.body['code']]).toEqual([400, 'upload_too_large'])
    await expectNothing(key)
  })

  it('is refused without a length, a boundary, a file or its end', async () => {
    const key = newKey()
    const descriptor = await describeForm(key)
    const url = descriptor.upload_url
    const chunked = new ReadableStream({
      start(controller) {
        controller.enqueue(formBytes({ ...descriptor, content: Buffer.from('x') }))
        controller.close()
      },
    })
    const headers = { 'content-type': 'multipart/form-data; boundary=a-boundary-of-tests-0123456789' }
    const withoutLength = await fetch(url, { method: 'POST', body: chunked, headers, duplex: 'half' })
    expect([withoutLength.status, ((await withoutLength.json()) as { code: string }).code]).toEqual([
      411,
      'length_required',
    ])
    const plain = await fetch(url, { method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } })
    expect(plain.status).toBe(400)
    const noFile = new FormData()
    for (const [name, value] of Object.entries(descriptor.upload_fields)) noFile.append(name, value)
    expect((await fetch(url, { method: 'POST', body: noFile })).status).toBe(400)
    for (const bytes of [100, 12 * MiB]) {
      const body = formBytes({ ...descriptor, content: randomBytes(bytes) })
      const answer = await sendRaw(url, body.subarray(0, -20))
      expect([bytes, answer.status]).toEqual([bytes, 400])
    }
    await expectNothing(key)
  })

  it('leaves no object and no multipart upload if the client cuts it anywhere', async () => {
    const content = randomBytes(24 * MiB)
    const descriptor = await describeForm(newKey())
    const total = formBytes({ ...descriptor, content }).length
    for (let i = 0; i < rounds(12, 60); i += 1) {
      const key = newKey()
      const one = await describeForm(key)
      const body = formBytes({ ...one, content })
      const cutAfter = i === 0 ? total - 1 : i === 1 ? total - 30 : Math.floor(Math.random() * total)
      await sendRaw(one.upload_url, body, { cutAfter })
      await expectNothing(key)
    }
  })

  it('is answered with 503 while the gateway carries as many as it may', async () => {
    const content = randomBytes(8 * MiB)
    const sent = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const key = newKey()
        const one = await describeForm(key)
        const pause = { after: 4 * MiB, ms: 3_000 }
        return sendRaw(one.upload_url, formBytes({ ...one, content }), { pause })
      }).concat(
        (async () => {
          await sleep(1_000)
          const one = await describeForm(newKey())
          return sendRaw(one.upload_url, formBytes({ ...one, content }))
        })(),
      ),
    )
    expect(sent.map(({ status }) => status)).toEqual([...Array<number>(8).fill(204), 503])
  })

  it('is stored while clients without a signature hold more connections than uploads are allowed', async () => {
    const { upload_url } = await describeForm(newKey())
    const answers: Answer[] = []
    const ended = Promise.all(
      Array.from({ length: maxUnverified + 10 }, async () => answers.push(await trickle(upload_url))),
    )
    // Those that were there first make room for the others.
    await waitFor(async () => answers.length === 10)
    expect(answers).toEqual(Array(10).fill({ status: 503, code: 'unavailable', retryAfter: '5' }))
    const key = newKey()
    const content = randomBytes(6 * MiB)
    expect((await post(await describeForm(key), content)).status).toBe(204)
    expect((await readBack(key))?.equals(content)).toBe(true)
    await ended
    const late = answers.filter(({ status }) => status === 408)
    expect(late).toEqual(Array(maxUnverified - 1).fill({ status: 408, code: 'upload_interrupted' }))
  })

  it('is refused with more than 64 KiB before its file', async () => {
    const key = newKey()
    const { upload_url, upload_fields } = await describeForm(key)
    const padding = Object.fromEntries(
      Array.from({ length: 10 }, (_, i) => [`x-ignore-${i}`, 'x'.repeat(14 * 1024)]),
    )
    const body = formBytes({
      upload_fields: { ...padding, ...upload_fields },
      upload_url,
      content: Buffer.from('x'),
    })
    const answer = await sendRaw(upload_url, body)
    expect([answer.status, answer.body['error']]).toEqual([
      400,
      expect.stringContaining('more than 64 KiB come before the file'),
    ])
    await expectNothing(key)
  })
})

describe('a part sent to the gateway', () => {
  const content = randomBytes(5 * MiB + 3)

  async function begin() {
    const key = newKey()
    const upload = { key, uploadId: await store.createUpload(key, 'video/mp4') }
    const { urls } = await store.presignParts(upload, [
      { number: 1, bytes: 5 * MiB },
      { number: 2, bytes: 3 },
    ])
    return { key, upload, urls: urls as [string, string] }
  }
  const put = (url: string, body: Buffer, headers: Record<string, string> = {}) =>
    fetch(url, { method: 'PUT', body: new Uint8Array(body), headers })
  const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest('base64')

  it('arrives in the store, and its URL stops working once the upload is assembled', async () => {
    const { key, upload, urls } = await begin()
    const parts = [content.subarray(0, 5 * MiB), content.subarray(5 * MiB)] as [Buffer, Buffer]
    const first = await put(urls[0], parts[0], { 'content-md5': md5(parts[0]) })
    expect([first.status, first.headers.get('etag')]).toEqual([200, expect.stringMatching(/^"\w+"$/)])
    expect((await put(urls[1], parts[1])).status).toBe(200)
    const stored = await store.listParts(upload)
    expect(stored?.map(({ bytes }) => bytes)).toEqual([5 * MiB, 3])
    expect(await store.assembleParts(upload, stored ?? [])).toBe('assembled')
    expect((await readBack(key))?.equals(content)).toBe(true)
    const late = await put(urls[1], parts[1])
    expect([late.status, ((await late.json()) as { code: string }).code]).toEqual([404, 'upload_gone'])
  })

  it('is refused with another length, number, upload, key or checksum', async () => {
    const { upload, urls } = await begin()
    const other = await begin()
    const small = content.subarray(0, 3)
    const changed = (name: string, value: string) => {
      const url = new URL(urls[1])
      url.searchParams.set(name, value)
      return url.toString()
    }
    const refused = [
      await put(urls[1], content.subarray(0, 2)),
      await put(urls[1], content.subarray(0, 4)),
      await put(changed('partNumber', '1'), small),
      await put(changed('bytes', '4'), content.subarray(0, 4)),
      await put(changed('uploadId', other.upload.uploadId), small),
      await put(changed('key', other.key), small),
      await put(changed('expires', '9999999999'), small),
    ]
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403))
    const damaged = await put(urls[1], small, { 'content-md5': md5(Buffer.from('other')) })
    expect([damaged.status, ((await damaged.json()) as { code: string }).code]).toEqual([400, 'part_damaged'])
    expect(await store.listParts(upload)).toEqual([])
    expect(await store.listParts(other.upload)).toEqual([])
  })

  it('is not stored if the client cuts it', async () => {
    const { upload, urls } = await begin()
    const control = new AbortController()
    const body = new ReadableStream({
      async pull(controller) {
        controller.enqueue(content.subarray(0, MiB))
        await sleep(20)
        control.abort()
      },
    })
    const headers = { 'content-length': String(5 * MiB) }
    await fetch(urls[0], { method: 'PUT', body, headers, duplex: 'half', signal: control.signal }).catch(
      () => {},
    )
    await sleep(300)
    expect(await store.listParts(upload)).toEqual([])
  })
})

it('answers other paths without reading a body', async () => {
  const headers = { 'content-type': 'application/json', 'content-length': String(MiB) }
  const sent = request(`${gateway.url}/other`, { method: 'POST', headers, agent: false })
  sent.write('{')
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  expect(response.statusCode).toBe(404)
  sent.on('error', () => {}).destroy()
})

describe('a browser', () => {
  it('may post forms and put parts from another origin', async () => {
    const { upload_url } = await describeForm(newKey())
    for (const method of ['POST', 'PUT']) {
      const url = method === 'POST' ? upload_url : upload_url.replace('form', 'part')
      const answer = await fetch(url, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://app.example',
          'access-control-request-method': method,
          'access-control-request-headers': 'content-md5',
        },
      })
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
      expect(answer.headers.get('access-control-allow-methods')).toContain(method)
      expect(answer.headers.get('access-control-allow-headers')).toBe('content-md5')
    }
    const refused = await fetch(upload_url, { method: 'POST', headers: { origin: 'https://app.example' } })
    expect(refused.headers.get('access-control-allow-origin')).toBe('*')
  })
})
