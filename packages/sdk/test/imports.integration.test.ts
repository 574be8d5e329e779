/** Tests the SDK against a running service with database, object store and worker. */
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { makePdf } from '../../../acceptance/harness/samples.ts'
import {
  BadRequestError,
  ImportFailedError,
  type ImportProgress,
  Inlet,
  NotFoundError,
  UnauthorizedError,
  UploadError,
  upload,
} from '../src/index.ts'
import { fileFromPath } from '../src/node.ts'

const baseUrl = inject('baseUrl')
const inlet = new Inlet({ baseUrl, ...inject('key') })
const makeProject = async () => (await inlet.projects.create({ name: `SDK ${Date.now()}` })).id

describe('projects', () => {
  it('are created and listed', async () => {
    const { id } = await inlet.projects.create({ name: 'Of the SDK' })
    const names: string[] = []
    for await (const project of inlet.projects.list({ limit: 2 }))
      if (project.id === id) names.push(project.name)
    expect(names).toEqual(['Of the SDK'])
  })

  it('are rejected with the invalid fields', async () => {
    const error = await inlet.projects.create({ name: ' ' }).catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(BadRequestError)
    expect(error).toMatchObject({ code: 'invalid_request', requestId: expect.any(String) })
    expect(error).toMatchObject({ details: [{ field: 'name' }] })
  })
})

describe('credentials', () => {
  it('are rejected with advice if they are wrong', async () => {
    const { clientId } = inject('key')
    const stranger = new Inlet({ baseUrl, clientId, clientSecret: 'wrong' })
    const error = await stranger.projects.list().catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(UnauthorizedError)
    expect(error).toMatchObject({ code: 'invalid_client', message: expect.stringContaining('clientSecret') })
  })

  it('can be limited to some scopes', async () => {
    const reader = new Inlet({ baseUrl, ...inject('key'), scopes: ['project:read'] })
    await reader.projects.list({ limit: 1 })
    await expect(reader.projects.create({ name: 'x' })).rejects.toMatchObject({
      name: 'ForbiddenError',
      body: { required_scope: 'project:write' },
    })
  })
})

describe('an insight', () => {
  it('is imported and published, and reports its progress', async () => {
    const seen: ImportProgress[] = []
    const handle = inlet.insights.import(makePdf('By the SDK'), {
      projectId: await makeProject(),
      name: 'sdk.pdf',
      shouldPublish: true,
      onProgress: (progress) => seen.push(progress),
    })
    const { insight_key } = await handle.started()
    expect(await handle.accepted()).toEqual({ insight_key })
    expect(await handle.done()).toMatchObject({
      insight_key,
      name: 'sdk.pdf',
      processing_status: 'completed',
    })
    expect(await inlet.insights.status(insight_key)).toMatchObject({ insight_state: 0, insight_type: 'pdf' })
    const stages = seen.map(({ stage }) => stage)
    expect(stages).toEqual(expect.arrayContaining(['waiting', 'uploading', 'processing', 'completed']))
    expect(await inlet.insights.wait(insight_key)).toMatchObject({ processing_status: 'completed' })
    const detailed = await inlet.insights.status(insight_key, { include: ['details'] })
    expect(detailed).toMatchObject({ kind: 'document', error_code: null, progress: null })
    expect(detailed.sha256).toBe(createHash('sha256').update(makePdf('By the SDK')).digest('hex'))
    const { items } = await inlet.insights.list({ include: ['details'] })
    expect(items.find((item) => item.insight_key === insight_key)).toMatchObject({
      error_code: null,
      updated_at: detailed.updated_at,
    })
  })

  it('fails with the reason if it cannot be read', async () => {
    const file = new File(['no document at all'], 'broken.pdf')
    const handle = inlet.insights.import(file, { projectId: await makeProject() })
    const error = await handle.done().catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(ImportFailedError)
    expect(error).toMatchObject({
      key: handle.keys?.insight_key,
      reason: expect.stringMatching(/\w{3}/),
      code: 'type_mismatch',
    })
  })

  it('is rejected before the upload if the project is not accessible', async () => {
    const handle = inlet.insights.import(makePdf('x'), { projectId: 999_999_999, name: 'x.pdf' })
    await expect(handle.started()).rejects.toBeInstanceOf(NotFoundError)
    await expect(handle.done()).rejects.toMatchObject({ code: 'project_not_found' })
  })
})

describe('files', () => {
  it('are imported from disk unchanged', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'inlet-sdk-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const path = join(folder, 'Grüße an alle.txt')
    const content = 'A line of text that is long enough.\n'.repeat(100_000)
    await writeFile(path, content)
    const file = await inlet.files.import(await fileFromPath(path), { projectId: await makeProject() }).done()
    expect(file).toMatchObject({ name: 'Grüße an alle.txt', status: 'completed' })
    const { file_url } = await inlet.files.status(file.wav_key)
    expect((await (await fetch(String(file_url))).text()) === content).toBe(true)
  })

  it('are imported concurrently in batches and followed through the list', async () => {
    const projectId = await makeProject()
    const calls: string[] = []
    const counting = new Inlet({
      baseUrl,
      ...inject('key'),
      fetch: (url, init) => {
        calls.push(`${init?.method} ${new URL(url).pathname}`)
        return fetch(url, init)
      },
    })
    const imports = Array.from({ length: 10 }, (_, i) =>
      counting.files.import(new File([`Text ${i}`], `many-${i}.txt`), { projectId }),
    )
    const results = await Promise.all(imports.map((handle) => handle.done()))
    expect(results.map(({ status }) => status)).toEqual(results.map(() => 'completed'))
    const asked = (pattern: RegExp) => calls.filter((call) => pattern.test(call)).length
    expect([asked(/batch\/initialize$/), asked(/files\/initialize$/)]).toEqual([1, 0])
    expect(asked(/complete$/)).toBeLessThan(5)
    expect(asked(/GET .*\/status$/)).toBeLessThan(10)
  })

  it('are rejected without a call if they exceed their size limit', async () => {
    const size = 501 * 1024 * 1024
    const huge = { name: 'huge.pdf', size, stream: () => new ReadableStream<Uint8Array>() }
    const handle = inlet.files.import(huge, { projectId: 1 })
    await expect(handle.done()).rejects.toMatchObject({ code: 'upload_too_large' })
  })

  it('have the same size limits as the service', async () => {
    const { mostBytes } = await import('../src/upload/upload-limits.ts')
    const limitOf = async (file_name: string) => {
      const { upload_fields } = await inlet.files.initialize({ project_id: await makeProject(), file_name })
      const policy = Buffer.from(
        upload_fields['Policy'] ?? upload_fields['policy'] ?? '',
        'base64',
      ).toString()
      return Number(/"content-length-range",\s*0,\s*(\d+)/.exec(policy)?.[1])
    }
    expect(await limitOf('a.mp4')).toBe(mostBytes.recording)
    expect(await limitOf('a.docx')).toBe(mostBytes.document)
  })

  it('are rejected by the store, with advice, if the descriptor was changed', async () => {
    const begun = await inlet.files.initialize({ project_id: await makeProject(), file_name: 'a.txt' })
    const tampered = { ...begun, upload_fields: { ...begun.upload_fields, key: 'incoming/elsewhere' } }
    const error = await upload(tampered, new Blob(['x'])).catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(UploadError)
    expect(error).toMatchObject({ status: 403, storageCode: 'AccessDenied', code: 'upload_refused' })
    await expect(inlet.files.complete(begun.wav_key)).rejects.toMatchObject({ code: 'upload_missing' })
    await upload(begun, new Blob(['x']))
    await inlet.files.complete(begun.wav_key)
  })
})

describe('the call limit of a key', () => {
  it('is never exceeded by a dozen imports at once', async () => {
    const statuses: number[] = []
    const calls: string[] = []
    const paced = new Inlet({
      baseUrl,
      ...inject('usualKey'),
      fetch: async (url, init) => {
        const answer = await fetch(url, init)
        statuses.push(answer.status)
        const [, path] = url.split('/api/v1/developer/import/')
        if (path !== undefined) calls.push(path)
        return answer
      },
    })
    const projectId = await makeProject()
    const imports = Array.from({ length: 12 }, (_, i) =>
      paced.files.import(new File([`Text ${i}`], `paced-${i}.txt`), { projectId }),
    )
    await Promise.all(imports.map((handle) => handle.done()))
    console.log(`dozen imports=12 calls=${calls.length}`)
    expect(calls.filter((path) => path === 'batch/initialize')).toHaveLength(1)
    expect(calls.length).toBeLessThan(20)
    expect(statuses.filter((status) => status === 429)).toEqual([])
  }, 240_000)
})
