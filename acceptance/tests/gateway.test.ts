/** Uploads through the gateway, on targets that have one: the same descriptors, another host. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { get, post, prefix } from '../harness/api.ts'
import { anyCaller } from '../harness/caller.ts'
import {
  type Multipart,
  multipartOf,
  partSize,
  put,
  sendParts,
  sliceOf,
  uploadOf,
} from '../harness/multipart.ts'
import { makeProject } from '../harness/project.ts'
import { makePdf } from '../harness/samples.ts'
import { type Descriptor, descriptorOf, upload } from '../harness/upload.ts'
import { waitForStatus } from '../harness/wait.ts'

const isGatewayForm = ({ upload_url }: Descriptor) => new URL(upload_url).pathname.endsWith('/gateway/form')
const areGatewayParts = ({ parts }: Multipart) =>
  parts.every(({ upload_url }) => new URL(upload_url).pathname.endsWith('/gateway/part'))

const { token } = await anyCaller()
const project_id = await makeProject(token)
const initialize = (file_name: string, choice: object = {}) =>
  post(`${prefix}/files/initialize`, { token, json: { project_id, file_name, ...choice } })

/** The api processes of a target can have different settings. */
const attempts = 4

async function beginForm(name: string): Promise<{ path: string; descriptor: Descriptor } | undefined> {
  for (let i = 0; i < attempts; i += 1) {
    const answer = await initialize(name)
    const descriptor = descriptorOf(answer)
    if (isGatewayForm(descriptor)) return { path: `files/${String(answer.body['wav_key'])}`, descriptor }
  }
  return undefined
}

async function beginParts(size_bytes: number) {
  for (let i = 0; i < attempts; i += 1) {
    const answer = await initialize('film.mp4', { upload_type: 'multipart', size_bytes })
    const path = `files/${String(answer.body['wav_key'])}`
    if (answer.status === 201 && areGatewayParts(multipartOf(answer)))
      return { path, descriptor: multipartOf(answer), ...uploadOf(token, path) }
  }
  return undefined
}

/** The system that is started for the suite has a gateway, so nothing is skipped there. */
const isRequired = process.env['INLET_GATEWAY_URL'] !== undefined
const hasForms = isRequired || (await beginForm('a.pdf')) !== undefined
const hasRecordings = isRequired || (await beginForm('a.mp4')) !== undefined
const hasParts = isRequired || (await beginParts(5)) !== undefined

async function form(name: string) {
  const begun = await beginForm(name)
  if (!begun) throw new Error('No upload through the gateway.')
  return { ...begun, complete: () => post(`${prefix}/${begun.path}/complete`, { token }) }
}

/** Sends raw bytes, and returns the status and the code of the answer. */
async function sendRaw(url: string, head: string[], body: string): Promise<[number, unknown]> {
  const { hostname, port, pathname } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port || 80) })
  await once(socket, 'connect')
  socket.write([`POST ${pathname} HTTP/1.1`, `Host: ${hostname}:${port}`, ...head, '', body].join('\r\n'))
  let text = ''
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    text += chunk.toString()
    if (text.includes('\r\n\r\n{') && text.endsWith('}')) break
  }
  socket.destroy()
  const answer = JSON.parse(text.split('\r\n\r\n')[1] ?? '{}') as { code?: string }
  return [Number(/^HTTP\/1.1 (\d+)/.exec(text)?.[1]), answer.code]
}

function formHead({ upload_fields }: Descriptor, boundary: string): string {
  const fields = Object.entries(upload_fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return `${fields.join('')}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`
}

describe('the upload gateway', () => {
  it.runIf(hasForms)('MPU-13 a form through the gateway becomes the file, byte for byte', async () => {
    const pdf = makePdf('through the gateway')
    const { path, descriptor, complete } = await form('a.pdf')
    expect((await upload(descriptor, pdf)).status).toBe(204)
    expect((await complete()).status).toBe(200)
    const done = await waitForStatus(`${prefix}/${path}/status`, {
      token,
      field: 'status',
      until: ['completed', 'error'],
    })
    expect(done.body['status']).toBe('completed')
    const served = await fetch(String(done.body['file_url']))
    expect(Buffer.from(await served.arrayBuffer()).equals(Buffer.from(pdf))).toBe(true)
    expect(served.headers.get('content-type')).toBe('application/pdf')
  })

  it.runIf(hasRecordings)('MPU-13 a large form is streamed into the store', async () => {
    const content = new Uint8Array(40 * 1024 * 1024 + 7).map((_, i) => i % 251)
    const { path, descriptor, complete } = await form('film.mp4')
    expect((await upload(descriptor, content)).status).toBe(204)
    expect(await uploadOf(token, path).received()).toEqual([{ part_number: 1, size_bytes: content.length }])
    expect((await complete()).status).toBe(200)
    const { body } = await get(`${prefix}/${path}/status`, { token })
    const served = await fetch(String(body['file_url']))
    expect(Buffer.from(await served.arrayBuffer()).equals(Buffer.from(content))).toBe(true)
  })

  it.runIf(hasRecordings)(
    'MPU-14 altered fields and those of another upload are refused in the shape of ERR-1',
    async () => {
      const { path, descriptor } = await form('film.mp4')
      const other = await form('other.mp4')
      const overrides: Record<string, string>[] = [
        { key: other.descriptor.upload_fields['key'] ?? '' },
        { 'Content-Type': 'text/html' },
        { Policy: other.descriptor.upload_fields['Policy'] ?? '' },
        { 'X-Amz-Signature': '0'.repeat(64) },
        { acl: 'public-read' },
      ]
      for (const override of overrides) {
        const answer = await upload(descriptor, 'x', override)
        expect([answer.status, answer.body]).toEqual([
          403,
          { error: expect.any(String), code: 'upload_refused', request_id: expect.any(String) },
        ])
        expect(answer.headers.get('x-request-id')).toBe(answer.body['request_id'])
      }
      for (const one of [path, other.path]) expect(await uploadOf(token, one).received()).toEqual([])
    },
  )

  it.runIf(hasRecordings)(
    'MPU-14 a file over the limit, and one without a length, are refused before they are sent',
    async () => {
      const { path, descriptor } = await form('film.mp4')
      const boundary = 'boundary-of-the-suite'
      const type = `Content-Type: multipart/form-data; boundary=${boundary}`
      const head = `${formHead(descriptor, boundary)}the first bytes`
      const length = 10 * 1024 ** 3 + 1024 ** 2
      expect(await sendRaw(descriptor.upload_url, [type, `Content-Length: ${length}`], head)).toEqual([
        400,
        'upload_too_large',
      ])
      const chunk = `${head.length.toString(16)}\r\n${head}\r\n`
      expect(await sendRaw(descriptor.upload_url, [type, 'Transfer-Encoding: chunked'], chunk)).toEqual([
        411,
        'length_required',
      ])
      expect(await uploadOf(token, path).received()).toEqual([])
    },
  )

  it.runIf(hasRecordings)('MPU-14 a form without its end leaves nothing behind', async () => {
    const { path, descriptor, complete } = await form('film.mp4')
    const boundary = 'boundary-of-the-suite'
    const body = `${formHead(descriptor, boundary)}${'x'.repeat(1000)}`
    const head = [`Content-Type: multipart/form-data; boundary=${boundary}`, `Content-Length: ${body.length}`]
    expect(await sendRaw(descriptor.upload_url, head, body)).toEqual([400, 'invalid_request'])
    expect(await uploadOf(token, path).received()).toEqual([])
    const completed = await complete()
    expect([completed.status, completed.body['code']]).toEqual([400, 'upload_missing'])
  })

  it.runIf(hasRecordings)('MPU-14 uploads need no token and do not count', async () => {
    const { descriptor } = await form('film.mp4')
    const answers = await Promise.all(Array.from({ length: 30 }, () => upload(descriptor, 'x')))
    expect(answers.map(({ status, headers }) => [status, headers.get('ratelimit')])).toEqual(
      answers.map(() => [204, null]),
    )
  })

  it.runIf(hasParts)('MPU-15 an upload in parts through the gateway is resumed like any other', async () => {
    const content = new Uint8Array(2 * partSize + 5).map((_, i) => i % 251)
    const one = await beginParts(content.length)
    if (!one) throw new Error('No upload through the gateway.')
    const [first, second, third] = one.descriptor.parts
    if (!first || !second || !third) throw new Error('no parts')
    expect(await put(first.upload_url, sliceOf(content, first))).toBe(200)
    const control = new AbortController()
    const half = new ReadableStream({
      pull(controller) {
        controller.enqueue(sliceOf(content, second).slice(0, partSize / 2))
        setTimeout(() => control.abort(), 200)
        return new Promise(() => {})
      },
    })
    const headers = { 'content-length': String(second.size_bytes) }
    await expect(
      fetch(second.upload_url, {
        method: 'PUT',
        body: half,
        headers,
        duplex: 'half',
        signal: control.signal,
      }),
    ).rejects.toThrow()
    expect(await one.received()).toEqual([{ part_number: 1, size_bytes: partSize }])
    const signed = await one.sign([2, 3])
    const parts = (signed.body as unknown as Multipart).parts
    expect(await sendParts(parts, content)).toEqual([200, 200])
    expect((await post(`${prefix}/${one.path}/complete`, { token })).status).toBe(200)
    const late = await fetch(third.upload_url, { method: 'PUT', body: sliceOf(content, third) })
    expect([late.status, ((await late.json()) as { code: string }).code]).toEqual([404, 'upload_gone'])
    const { body } = await get(`${prefix}/${one.path}/status`, { token })
    const served = await fetch(String(body['file_url']))
    expect(Buffer.from(await served.arrayBuffer()).equals(Buffer.from(content))).toBe(true)
  })
})
