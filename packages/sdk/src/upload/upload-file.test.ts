import { describe, expect, it } from 'vitest'
import { freePort } from '../../test/loopback.ts'
import { listenAsStorage, storageRefusal } from '../../test/storage.ts'
import type { UploadDescriptor } from '../contract.ts'
import { CancelledError, ConnectionError, UploadError } from '../errors.ts'
import { makeForm } from './form.ts'
import { sendAsBlob } from './send-by-fetch.ts'
import { streamOf, toSource } from './source.ts'
import { storageError } from './storage-error.ts'
import { type Destination, type UploadWatch, uploadFile } from './upload-file.ts'

const fields = { key: 'incoming/1', 'Content-Type': 'text/plain', Policy: 'cG9saWN5', 'x-amz-meta': 'Grüße' }
const core = { fetch, maxRetries: 3 }
const descriptorOf = (url: string): UploadDescriptor => ({ upload_url: url, upload_fields: fields })

function send(url: string, watch?: UploadWatch, more: Partial<Destination> = {}) {
  const destination = { descriptor: descriptorOf(url), issuedAt: performance.now(), ...more }
  return uploadFile(core, toSource(content, 'a.txt'), destination, watch)
}

const content = new Uint8Array(3_000_000).map((_, index) => index % 251)

describe('an upload', () => {
  it('sends all fields in their order, then the file, with its exact length and not chunked', async () => {
    const storage = await listenAsStorage()
    await send(storage.url)
    const [asked] = storage.asked
    expect(asked?.headers['content-length']).toBe(String(asked?.body.length))
    expect(asked?.headers['transfer-encoding']).toBeUndefined()
    expect(asked?.headers['authorization']).toBeUndefined()
    const [form] = storage.forms
    expect(form?.names).toEqual([...Object.keys(fields), 'file'])
    expect(form?.fields).toEqual(fields)
    expect(form?.file.equals(content)).toBe(true)
  })

  it.each([
    ['a Blob', () => new Blob([content])],
    ['a File', () => new File([content], 'own name.txt')],
    ['an ArrayBuffer', () => content.buffer.slice(0)],
    [
      'a stream that can be opened again',
      () => ({ name: 's', size: content.length, stream: () => streamOf([content]) }),
    ],
  ])('takes %s', async (_, make) => {
    const storage = await listenAsStorage()
    const destination = { descriptor: descriptorOf(storage.url), issuedAt: performance.now() }
    await uploadFile(core, toSource(make(), 'a.txt'), destination)
    expect(storage.forms[0]?.file.equals(content)).toBe(true)
  })

  it('reports sent bytes, and resets them for a new attempt', async () => {
    const storage = await listenAsStorage((_, count) =>
      count === 1 ? storageRefusal(503, 'SlowDown') : { status: 204 },
    )
    const steps: number[] = []
    await send(storage.url, { onSent: (bytes) => steps.push(bytes) })
    expect(steps.reduce((sum, step) => sum + step, 0)).toBe(content.length)
    expect(Math.min(...steps)).toBeLessThan(0)
    expect(storage.forms).toHaveLength(2)
  })

  it('is sent again with the same form after a broken connection', async () => {
    const storage = await listenAsStorage((_, count) => (count === 1 ? { isBroken: true } : { status: 204 }))
    await send(storage.url)
    expect(storage.forms[1]?.file.equals(content)).toBe(true)
  })

  it('is sent again with a new descriptor if there is one', async () => {
    const storage = await listenAsStorage((_, count) =>
      count === 1 ? storageRefusal(500, 'InternalError') : { status: 204 },
    )
    await send(
      storage.url,
      {},
      { renew: async () => ({ upload_url: storage.url, upload_fields: { key: 'fresh' } }) },
    )
    expect(storage.forms.map((form) => form.fields['key'])).toEqual(['incoming/1', 'fresh'])
  })

  it('requests a new descriptor if its own is old or rejected', async () => {
    const renew = async () => ({ upload_url: storage.url, upload_fields: { key: 'fresh' } })
    const storage = await listenAsStorage((_, count) =>
      count === 1 ? storageRefusal(403, 'AccessDenied') : { status: 204 },
    )
    await send(storage.url, {}, { renew })
    expect(storage.forms.map((form) => form.fields['key'])).toEqual(['incoming/1', 'fresh'])
    await send(storage.url, {}, { renew, issuedAt: performance.now() - 3_400_000 })
    expect(storage.forms.map((form) => form.fields['key'])).toEqual(['incoming/1', 'fresh', 'fresh'])
  })
})

describe('without streams of known length and XMLHttpRequest', () => {
  it('an upload is sent as a blob and reported in one step', async () => {
    const storage = await listenAsStorage()
    const form = makeForm(descriptorOf(storage.url), toSource(content, 'a.txt'))
    const steps: number[] = []
    const { signal } = new AbortController()
    const answer = await sendAsBlob(fetch)(form, { signal, onSent: (bytes) => steps.push(bytes) })
    expect([answer.status, steps]).toEqual([204, [form.length]])
    expect(storage.asked[0]?.headers['content-length']).toBe(String(form.length))
    expect(storage.forms[0]?.file.equals(content)).toBe(true)
  })
})

describe('a rejected upload', () => {
  it.each([
    [400, 'EntityTooLarge', 'upload_too_large', 'exceeds the size limit'],
    [403, 'AccessDenied', 'upload_refused', 'rejected the signature'],
    [403, 'SignatureDoesNotMatch', 'upload_refused', 'rejected the signature'],
    [507, 'QuotaExceeded', 'storage_unavailable', 'Try again'],
  ])('%i %s says %s', async (status, storageCode, code, words) => {
    const storage = await listenAsStorage(() => storageRefusal(status, storageCode))
    const error = await send(storage.url, { maxRetries: 0 }).catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(UploadError)
    expect(error).toMatchObject({
      status,
      storageCode,
      code,
      requestId: 'tx1',
      message: expect.stringContaining(words),
    })
  })

  it.each([
    [400, 'upload_too_large', 'upload_too_large', false],
    [403, 'upload_refused', 'upload_refused', false],
    [404, 'upload_gone', 'upload_gone', false],
    [400, 'part_damaged', 'part_damaged', true],
    [408, 'upload_interrupted', 'storage_unavailable', true],
    [503, 'unavailable', 'storage_unavailable', true],
  ])('by the gateway with %i %s says %s', (status, given, code, isTransient) => {
    const body = JSON.stringify({ error: 'What to do.', code: given, request_id: 'req_1' })
    const error = storageError(status, body, false)
    expect(error).toMatchObject({ status, code, isTransient, requestId: 'req_1' })
    expect(error.message).toContain('What to do.')
  })

  it('is not retried if the error is permanent', async () => {
    const storage = await listenAsStorage(() => storageRefusal(400, 'EntityTooLarge'))
    await expect(send(storage.url)).rejects.toBeInstanceOf(UploadError)
    expect(storage.forms).toHaveLength(1)
  })

  it('is reported as expired if the descriptor is an hour old', async () => {
    const storage = await listenAsStorage(() => storageRefusal(403, 'AccessDenied'))
    const old = { issuedAt: performance.now() - 3_700_000 }
    await expect(send(storage.url, {}, old)).rejects.toMatchObject({ code: 'upload_expired' })
  })

  it('names the address that cannot be reached', async () => {
    const port = await freePort()
    const error = await send(`http://127.0.0.1:${port}`, { maxRetries: 0 }).catch(
      (failure: unknown) => failure,
    )
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({ message: expect.stringContaining(String(port)) })
  })

  it('detects a file that changes while it is read', async () => {
    const storage = await listenAsStorage()
    const destination = { descriptor: descriptorOf(storage.url), issuedAt: performance.now() }
    for (const size of [content.length + 1, content.length - 1]) {
      const source = toSource({ name: 'growing.txt', size, stream: () => streamOf([content]) })
      await expect(uploadFile(core, source, destination)).rejects.toMatchObject({ code: 'file_changed' })
    }
  })

  it('stops when it is cancelled, and closes the file', async () => {
    const storage = await listenAsStorage()
    const controller = new AbortController()
    let isClosed = false
    async function* endless() {
      try {
        for (;;) {
          yield new Uint8Array(1000)
          await new Promise((resolve) => setTimeout(resolve, 5))
        }
      } finally {
        isClosed = true
      }
    }
    const source = toSource({ name: 'slow.bin', size: 10_000_000, stream: () => streamOf(endless()) })
    const destination = { descriptor: descriptorOf(storage.url), issuedAt: performance.now() }
    const upload = uploadFile(core, source, destination, { signal: controller.signal })
    setTimeout(() => controller.abort(), 100)
    await expect(upload).rejects.toBeInstanceOf(CancelledError)
    await expect.poll(() => isClosed).toBe(true)
  })
})
