import { describe, expect, it } from 'vitest'
import {
  type Asked,
  clientOf,
  type Loopback,
  listenAsService,
  prefix,
  type Reply,
} from '../../test/loopback.ts'
import type { ImportProgress } from '../upload/progress.ts'

type Intervene = (asked: Asked, count: number) => Reply | Promise<Reply> | undefined

/** Creates files, accepts their bytes and reports each as ready at the first poll. */
async function listenForFiles(intervene: Intervene = () => undefined): Promise<Loopback> {
  let made = 0
  const service: Loopback = await listenAsService((asked, count) => {
    const special = intervene(asked, count)
    if (special) return special
    if (asked.path === '/storage') return { status: 204, body: '' }
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

  it('takes an upload slot before it starts, so that no descriptor expires', async () => {
    const service = await listenForFiles()
    const inlet = clientOf(service, { maxUploads: 1 })
    const handles = ['a.txt', 'b.txt'].map((name) =>
      inlet.files.import(new File(['x'], name), { projectId: 1 }),
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
})
