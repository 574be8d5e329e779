/** Uploads in parts against a running service and its object store: interrupted, refused, cut and damaged. */
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { type Fetch, type ImportProgress, Inlet, uploadParts } from '../src/index.ts'
import { fileFromPath } from '../src/node.ts'

const MiB = 1024 * 1024
const partBytes = 16 * MiB
const size = 5 * partBytes + 1_234_567
const partCount = 6
const baseUrl = inject('baseUrl')
const content = randomBytes(size)
const sha256 = createHash('sha256').update(content).digest('hex')
let projectId = 0

beforeAll(async () => {
  projectId = (await clientOf().projects.create({ name: `Parts ${Date.now()}` })).id
})

interface Put {
  partNumber: number
  bytes: number
  status: number | undefined
}

/** A client that counts the parts it sends. `change` may replace a request, to damage or to cut it. */
function clientOf(
  change: (url: string, init: RequestInit) => ReturnType<Fetch> | undefined = () => undefined,
) {
  const puts: Put[] = []
  const inlet = new Inlet({
    baseUrl,
    ...inject('key'),
    async fetch(url, init = {}) {
      if (init.method !== 'PUT') return fetch(url, init)
      const partNumber = Number(new URL(url).searchParams.get('partNumber'))
      const headers = init.headers as Record<string, string>
      const put: Put = { partNumber, bytes: Number(headers['content-length']), status: undefined }
      puts.push(put)
      const answer = await (change(url, init) ?? fetch(url, init))
      put.status = answer.status
      return answer
    },
  })
  return Object.assign(inlet, { puts })
}

async function makeFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'inlet-sdk-parts-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'call.mp4')
  await writeFile(path, content)
  return path
}

/** The worker computes it from the accepted object. */
async function expectContent(inlet: Inlet, key: string): Promise<void> {
  await expect
    .poll(async () => (await inlet.files.status(key, { include: ['details'] })).sha256, { timeout: 90_000 })
    .toBe(sha256)
}

type Change = (chunk: Uint8Array, controller: TransformStreamDefaultController<Uint8Array>) => void

function changeBody(init: RequestInit, transform: Change): RequestInit {
  const body = init.body as ReadableStream<Uint8Array>
  return { ...init, body: body.pipeThrough(new TransformStream({ transform })) }
}

describe('a file above the threshold', () => {
  it('is sent in parts and arrives unchanged', async () => {
    const inlet = clientOf()
    const seen: ImportProgress[] = []
    const onProgress = (progress: ImportProgress) => seen.push(progress)
    const file = await fileFromPath(await makeFile())
    const { wav_key } = await inlet.files.import(file, { projectId, onProgress }).accepted()
    expect(new Set(inlet.puts.map(({ partNumber }) => partNumber))).toEqual(new Set([1, 2, 3, 4, 5, 6]))
    expect(inlet.puts).toHaveLength(partCount)
    expect(seen.filter(({ stage }) => stage === 'uploading').at(-1)?.sentBytes).toBe(size)
    await expectContent(inlet, wav_key)
  }, 180_000)

  it('is resumed after a kill, and only the parts that have not arrived are sent', async () => {
    const path = await makeFile()
    const { clientId, clientSecret } = inject('key')
    const script = join(import.meta.dirname, 'parts-child.ts')
    // Slow enough to be killed half-way.
    const rate = 20 * MiB
    const child = spawn(
      process.execPath,
      [script, baseUrl, clientId, clientSecret, String(projectId), path, String(rate)],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
    const key = line.trim()
    const inlet = clientOf()
    const received = async () => (await inlet.files.getUpload(key)).received.length
    await expect.poll(received, { timeout: 60_000, interval: 200 }).toBeGreaterThanOrEqual(2)
    child.kill('SIGKILL')
    await once(child, 'exit')
    const before = await received()
    expect(before).toBeLessThan(partCount)
    await inlet.files.resume(key, await fileFromPath(path)).accepted()
    expect(inlet.puts).toHaveLength(partCount - before)
    console.log(`parts kill received=${before} of=${partCount} sent_after=${inlet.puts.length}`)
    await expectContent(inlet, key)
    // It was accepted, so there is nothing to send.
    await inlet.files.resume(key, await fileFromPath(path)).accepted()
    expect(inlet.puts).toHaveLength(partCount - before)
  }, 180_000)

  it('gets new URLs when the store refuses those it has', async () => {
    let refused = 0
    const inlet = clientOf((url, init) => {
      if (refused >= 2) return undefined
      refused += 1
      return fetch(url.replace(/X-Amz-Date=(\d{4})/, 'X-Amz-Date=2020'), init)
    })
    const { wav_key } = await inlet.files.import(new File([content], 'call.mp4'), { projectId }).accepted()
    expect(inlet.puts.filter(({ status }) => status === 403)).toHaveLength(2)
    await expectContent(inlet, wav_key)
  }, 180_000)

  it('sends a part again whose connection was cut', async () => {
    let cuts = 0
    const inlet = clientOf((url, init) => {
      if (cuts >= 3) return undefined
      cuts += 1
      const cut = changeBody(init, (chunk, controller) => {
        controller.enqueue(chunk.subarray(0, 100_000))
        controller.error(new Error('cut'))
      })
      return fetch(url, cut)
    })
    const { wav_key } = await inlet.files.import(new File([content], 'call.mp4'), { projectId }).accepted()
    expect(inlet.puts).toHaveLength(partCount + 3)
    await expectContent(inlet, wav_key)
  }, 180_000)

  it('sends a part again that arrived damaged, because the store compares its checksum', async () => {
    let isDamaged = false
    const inlet = clientOf((url, init) => {
      if (isDamaged) return undefined
      isDamaged = true
      let isFirst = true
      const damage = changeBody(init, (chunk, controller) => {
        const sent = Uint8Array.from(chunk)
        if (isFirst) sent[100] = (sent[100] ?? 0) ^ 1
        isFirst = false
        controller.enqueue(sent)
      })
      return fetch(url, damage)
    })
    const { wav_key } = await inlet.files.import(new File([content], 'call.mp4'), { projectId }).accepted()
    expect(inlet.puts.filter(({ status }) => status === 400)).toHaveLength(1)
    expect(inlet.puts.filter(({ status }) => status === 200)).toHaveLength(partCount)
    await expectContent(inlet, wav_key)
  }, 180_000)

  it('starts over with a file of another size', async () => {
    const inlet = clientOf()
    const { wav_key } = await inlet.files.initialize({
      project_id: projectId,
      file_name: 'call.mp4',
      upload_type: 'multipart',
      size_bytes: size + 1,
    })
    await inlet.files.resume(wav_key, new File([content], 'call.mp4')).accepted()
    expect(inlet.puts).toHaveLength(partCount)
    await expectContent(inlet, wav_key)
  }, 180_000)

  it('can be uploaded with the calls alone', async () => {
    const inlet = clientOf()
    const { wav_key: key, upload } = await inlet.files.initialize({
      project_id: projectId,
      file_name: 'call.mp4',
      upload_type: 'multipart',
      size_bytes: size,
    })
    await uploadParts(
      {
        get: (options) => inlet.files.getUpload(key, options),
        start: (body, options) => inlet.files.startUpload(key, body, options),
        sign: (body, options) => inlet.files.signUploadParts(key, body, options),
      },
      content,
      { upload },
    )
    await inlet.files.complete(key)
    await expectContent(inlet, key)
  }, 180_000)
})

it('a survey sends large media files in parts, and a repeated call continues them', async () => {
  const stopAfter = new AbortController()
  const options = {
    projectId,
    name: 'Large media',
    columnMapping: { Clip: 'MEDIA_RESPONSE' },
    idempotencyKey: `large-media-${Date.now()}`,
    media: [new File([content], 'clip.mp4'), new File(['small'], 'small.mp4')],
  } as const
  const rows = [{ Clip: 'clip.mp4' }, { Clip: 'small.mp4' }]
  const first = clientOf((url) => {
    if (Number(new URL(url).searchParams.get('partNumber')) >= 4) stopAfter.abort()
    return undefined
  })
  const interrupted = first.surveys.import(rows, { ...options, signal: stopAfter.signal })
  await expect(interrupted.done()).rejects.toMatchObject({ name: 'CancelledError' })
  const arrived = first.puts.filter(({ status }) => status === 200).length
  expect(arrived).toBeGreaterThan(0)
  const second = clientOf()
  const survey = await second.surveys.import(rows, options).done()
  expect(survey).toMatchObject({ status: 'COMPLETED' })
  expect(second.puts.length).toBeLessThanOrEqual(partCount - arrived)
  expect(second.puts.length).toBeGreaterThan(0)
  expect(survey.media_files?.map(({ filename, status }) => [filename, status])).toEqual([
    ['clip.mp4', 'LINKED'],
    ['small.mp4', 'LINKED'],
  ])
}, 240_000)
