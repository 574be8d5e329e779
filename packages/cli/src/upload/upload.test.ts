import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ImportProgress, upload } from '@inlet/sdk'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makeFolder } from '../../test/folder.ts'
import { bufferedFile } from './buffered-file.ts'
import { sendStream } from './send-stream.ts'

async function listen(answer: (...args: Parameters<RequestListener>) => unknown): Promise<string> {
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

async function makeFile(bytes: number) {
  const content = Buffer.alloc(bytes)
  // Every piece is different, so that one sent in place of another is noticed.
  for (let at = 0; at < bytes; at += 64) content.writeUInt32LE(at, at)
  const path = join(await makeFolder(), 'recording.mp4')
  await writeFile(path, content)
  return { content, file: await bufferedFile(path, 'recording.mp4') }
}

const hash = (data: Buffer) => createHash('sha256').update(data).digest('hex')
const descriptor = (upload_url: string) => ({ upload_url, upload_fields: { key: 'incoming/x', policy: 'p' } })

describe('a large file', () => {
  it('arrives unchanged, although buffers are reused and the reader is slow', async () => {
    const { content, file } = await makeFile(24 * 1024 * 1024 + 64)
    const chunks: Buffer[] = []
    let length = ''
    const url = await listen(async (request, response) => {
      length = request.headers['content-length'] ?? ''
      for await (const chunk of request) {
        chunks.push(chunk as Buffer)
        if (chunks.length % 50 === 0) await sleep(5)
      }
      response.writeHead(204).end()
    })
    const seen: ImportProgress[] = []
    await upload(descriptor(url), file, { fetch: sendStream, onProgress: (progress) => seen.push(progress) })
    const whole = Buffer.concat(chunks)
    expect(whole.length).toBe(Number(length))
    const from = whole.indexOf('\r\n\r\n', whole.indexOf('name="file"')) + 4
    expect(hash(whole.subarray(from, from + content.length))).toBe(hash(content))
    expect(seen.at(-1)).toMatchObject({ sentBytes: content.length, percent: 100 })
  })

  it('is read in slices, each by itself and at the same time', async () => {
    const { content, file } = await makeFile(5 * 1024 * 1024 + 64)
    const ranges = [
      [0, 3_000_000],
      [3_000_000, 3_000_001],
      [3_000_001, content.length],
    ] as const
    const read = async (start: number, end: number) => {
      const whole = createHash('sha256')
      const stream = file.slice?.(start, end)
      for await (const chunk of stream ?? []) whole.update(chunk)
      return whole.digest('hex')
    }
    const hashes = await Promise.all(ranges.map(([start, end]) => read(start, end)))
    expect(hashes).toEqual(ranges.map(([start, end]) => hash(content.subarray(start, end))))
  })

  it('reports a rejection that arrives half-way', async () => {
    const { file } = await makeFile(8 * 1024 * 1024)
    const url = await listen((request, response) => {
      request.once('data', () => {
        response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>')
        request.resume()
      })
    })
    const error = await upload(descriptor(url), file, { fetch: sendStream, maxRetries: 0 }).catch(
      (it: unknown) => it,
    )
    expect(error).toMatchObject({ name: 'UploadError', status: 403, storageCode: 'AccessDenied' })
  })

  it('is sent again when the connection breaks', async () => {
    const { file } = await makeFile(4 * 1024 * 1024)
    let count = 0
    const url = await listen((request, response) => {
      count += 1
      if (count === 1) return void request.once('data', () => request.socket.destroy())
      request.resume().on('end', () => response.writeHead(204).end())
    })
    await upload(descriptor(url), file, { fetch: sendStream })
    expect(count).toBe(2)
  })

  it('stops when it is cancelled', async () => {
    const { file } = await makeFile(8 * 1024 * 1024)
    const controller = new AbortController()
    const url = await listen((request) => {
      request.pause()
      setTimeout(() => controller.abort(), 50)
    })
    const sent = upload(descriptor(url), file, { fetch: sendStream, signal: controller.signal })
    await expect(sent).rejects.toMatchObject({ name: 'CancelledError' })
  })

  it('reports that the server is unreachable', async () => {
    const { file } = await makeFile(64)
    const error = await upload(descriptor('http://127.0.0.1:1/'), file, {
      fetch: sendStream,
      maxRetries: 0,
    }).catch((it: unknown) => it)
    expect(error).toMatchObject({ name: 'ConnectionError', message: expect.stringContaining('ECONNREFUSED') })
  })

  it('fails if it was truncated in the meantime', async () => {
    const path = join(await makeFolder({ 'a.mp4': 'x'.repeat(1000) }), 'a.mp4')
    const file = await bufferedFile(path, 'a.mp4')
    await writeFile(path, 'short')
    const url = await listen((request, response) => {
      request.resume().on('end', () => response.writeHead(204).end())
    })
    const sent = upload(descriptor(url), file, { fetch: sendStream, maxRetries: 0 })
    await expect(sent).rejects.toMatchObject({ code: 'file_changed' })
  })
})
