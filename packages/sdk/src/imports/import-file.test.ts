import { describe, expect, it } from 'vitest'
import {
  type Asked,
  clientOf,
  type Loopback,
  listenAsService,
  prefix,
  type Reply,
  refusal,
} from '../../test/loopback.ts'
import { listenAsPartStorage } from '../../test/part-storage.ts'
import type { SignParts } from '../contract.ts'
import type { ImportProgress } from '../upload/progress.ts'

type Intervene = (asked: Asked, count: number) => Reply | Promise<Reply> | undefined

/** Creates files, accepts their bytes and reports each as ready at the first poll. */
async function listenForFiles(intervene: Intervene = () => undefined): Promise<Loopback> {
  let made = 0
  const service: Loopback = await listenAsService((asked, count) => {
    const special = intervene(asked, count)
    if (special) return special
    if (asked.path === '/storage') return { status: 204, body: '' }
    if (asked.path.includes('/batch/')) return refusal(404, 'not_found')
    if (asked.path === `${prefix}/files/initialize`) {
      made += 1
      return {
        status: 201,
        body: { wav_key: `w${made}`, upload_url: `${service.url}/storage`, upload_fields: {} },
      }
    }
    return { body: { wav_key: 'w1', status: 'completed', files: [], next: null } }
  })
  return service
}

const withoutQuery = (path: string) => path.split('?')[0] ?? ''
const verbs = (service: Loopback) =>
  service.asked.slice(1).map(({ path }) => withoutQuery(path).split('/').at(-1))

describe('importing a file', () => {
  it('shows the progress that the service reports', async () => {
    const progress = { stage: 'transcribing', percent: 40, seconds_left: 12 }
    const service = await listenForFiles(({ path }, count) =>
      withoutQuery(path).endsWith('/status') && count === 1
        ? { body: { status: 'processing', progress } }
        : undefined,
    )
    const seen: ImportProgress[] = []
    const handle = clientOf(service).files.import(new File(['x'], 'a.mp3'), {
      projectId: 1,
      onProgress: (one) => seen.push(one),
    })
    await handle.done()
    expect(seen).toContainEqual(
      expect.objectContaining({ stage: 'processing', percent: 40, secondsLeft: 12 }),
    )
    expect(verbs(service)).toEqual(['initialize', 'storage', 'complete', 'status', 'status'])
  })

  it('sends the transcript of a recording before it', async () => {
    const sent: string[] = []
    const service: Loopback = await listenForFiles(({ path, body }) => {
      if (path.startsWith('/sidecar')) sent.push(String(body))
      if (path.startsWith('/sidecar')) return { status: 204, body: '' }
      if (!path.endsWith('/initialize')) return undefined
      const form = {
        upload_url: `${service.url}/sidecar`,
        upload_fields: {},
        upload_type: 'form',
        expires_at: '',
      }
      return {
        status: 201,
        body: { wav_key: 'w1', upload_url: `${service.url}/storage`, upload_fields: {}, transcript: form },
      }
    })
    const options = { projectId: 1, transcript: new Blob(['WEBVTT']), transcriptName: 'a.vtt' }
    await clientOf(service)
      .files.import(new File(['x'], 'a.mp3'), options)
      .done()
    expect(verbs(service).slice(0, 4)).toEqual(['initialize', 'sidecar', 'storage', 'complete'])
    expect(JSON.parse(String(service.asked[1]?.body))).toMatchObject({ transcript_file_name: 'a.vtt' })
    expect(sent[0]).toContain('WEBVTT')
  })

  it('does not import without the transcript if the service is too old for it', async () => {
    const service = await listenForFiles()
    const options = { projectId: 1, transcript: new File(['WEBVTT'], 'a.vtt') }
    const handle = clientOf(service).files.import(new File(['x'], 'a.mp3'), options)
    await expect(handle.done()).rejects.toMatchObject({ code: 'transcript_unsupported' })
    expect(verbs(service)).toEqual(['initialize'])
  })

  it('takes an upload slot before a file that is not small starts, so that no descriptor expires', async () => {
    const service = await listenForFiles()
    const inlet = clientOf(service, { maxUploads: 1 })
    const content = new Uint8Array(17 * 1024 * 1024)
    const handles = ['a.txt', 'b.txt'].map((name) =>
      inlet.files.import(new File([content], name), { projectId: 1, maxRetries: 0 }),
    )
    await Promise.all(handles.map((handle) => handle.accepted()))
    const second = verbs(service).lastIndexOf('initialize')
    expect(verbs(service).indexOf('storage')).toBeLessThan(second)
    for (const handle of handles) handle.cancel()
  })

  it('releases the slot when it fails or is cancelled', async () => {
    let mood: 'refusing' | 'silent' | 'well' = 'refusing'
    const service = await listenForFiles(({ path }) => {
      if (path !== '/storage' || mood === 'well') return undefined
      return mood === 'silent'
        ? new Promise<Reply>(() => {})
        : { status: 400, body: '<Code>EntityTooLarge</Code>' }
    })
    const inlet = clientOf(service, { maxUploads: 1 })
    const importOne = () => inlet.files.import(new File(['x'], 'a.txt'), { projectId: 1 })
    await expect(importOne().done()).rejects.toMatchObject({ code: 'upload_too_large' })
    mood = 'silent'
    const stuck = importOne()
    await stuck.started()
    stuck.cancel()
    await expect(stuck.accepted()).rejects.toMatchObject({ name: 'CancelledError' })
    mood = 'well'
    await importOne().done()
  })

  it('does not start if it is cancelled in the queue, and leaves no rejection unhandled', async () => {
    const service = await listenForFiles()
    const handle = clientOf(service).files.import(new File(['x'], 'a.txt'), {
      projectId: 1,
      signal: AbortSignal.abort(),
    })
    await expect(handle.done()).rejects.toMatchObject({ name: 'CancelledError' })
    expect(service.asked).toEqual([])
    clientOf(service).files.import(new File(['x'], 'a.txt'), { projectId: 1, signal: AbortSignal.abort() })
    await new Promise((resolve) => setTimeout(resolve, 50))
  })

  it('rejects what is not a file', async () => {
    const inlet = clientOf(await listenForFiles())
    const path = 'talk.mp4' as unknown as File
    await expect(inlet.files.import(path, { projectId: 1 }).done()).rejects.toMatchObject({
      code: 'invalid_file',
      message: expect.stringContaining('fileFromPath'),
    })
    await expect(inlet.files.import(new Blob([]), { projectId: 1 }).done()).rejects.toMatchObject({
      code: 'name_missing',
    })
  })

  it('sends a large file as a form if the service has no uploads in parts, and does not ask again', async () => {
    const service = await listenForFiles(({ path, body }) =>
      path.endsWith('/initialize') && String(body).includes('multipart')
        ? refusal(400, 'upload_type_unavailable')
        : undefined,
    )
    const inlet = clientOf(service, { multipartThresholdBytes: 1 })
    for (const name of ['a.txt', 'b.txt'])
      await inlet.files.import(new File(['x'], name), { projectId: 1 }).done()
    const choices = service
      .to(`${prefix}/files/initialize`)
      .map(({ body }) => (JSON.parse(String(body)) as { upload_type?: string }).upload_type)
    expect(choices).toEqual(['multipart', undefined, undefined])
  })

  it('sends a large file as a form to an older service, which ignores the choice', async () => {
    const service = await listenForFiles()
    const inlet = clientOf(service, { multipartThresholdBytes: 1 })
    await inlet.files.import(new File(['x'], 'a.txt'), { projectId: 1 }).done()
    expect(verbs(service).slice(0, 3)).toEqual(['initialize', 'storage', 'complete'])
  })

  it('sends the parts that complete reports as missing, and completes again', async () => {
    const store = await listenAsPartStorage({ size: 300_000, partSize: 100_000 })
    const service: Loopback = await listenAsService(async ({ path, method, body }, count) => {
      if (path.endsWith('/initialize'))
        return { status: 201, body: { wav_key: 'w1', upload: store.describe() } }
      if (path.endsWith('/complete') && count === 1) {
        store.parts.delete(2)
        return refusal(400, 'upload_incomplete')
      }
      if (path.endsWith('/sign'))
        return { body: await store.calls.sign(JSON.parse(String(body)) as SignParts, {}) }
      if (path.endsWith('/upload') && method === 'GET') return { body: await store.calls.get({}) }
      return { body: { wav_key: 'w1', status: 'completed', files: [], next: null } }
    })
    const inlet = clientOf(service, { multipartThresholdBytes: 1 })
    const handle = inlet.files.import(new File([new Uint8Array(300_000)], 'a.mp4'), { projectId: 1 })
    await handle.done()
    expect(store.called).toEqual(['get', 'sign 2'])
    expect(store.content()).toHaveLength(300_000)
    expect(handle.progress.sentBytes).toBe(300_000)
  })
})
