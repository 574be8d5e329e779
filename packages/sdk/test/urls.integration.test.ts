/** Imports from URLs with the SDK, against a running service that downloads them. */
import { createHash } from 'node:crypto'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { startFileServer } from '../../../acceptance/harness/file-server.ts'
import { makePdf } from '../../../acceptance/harness/samples.ts'
import { BadRequestError, ImportFailedError, Inlet } from '../src/index.ts'

const inlet = new Inlet({ baseUrl: inject('baseUrl'), ...inject('key') })
const projectId = (await inlet.projects.create({ name: `URLs ${Date.now()}` })).id
const server = await startFileServer()
afterAll(() => server.close())

const pdf = makePdf('from a link')
const sha256 = createHash('sha256').update(pdf).digest('hex')
server.replies.set('/report.pdf', { body: pdf })
server.replies.set('/download', { body: pdf })

describe('an import from a URL', () => {
  it('becomes a file with the name in the URL', async () => {
    const stages = new Set<string>()
    const handle = inlet.files.import(
      { sourceUrl: `${server.url}/report.pdf?signature=s` },
      { projectId, externalId: 'linked-1', onProgress: ({ stage }) => stages.add(stage) },
    )
    const { wav_key } = await handle.accepted()
    expect(await handle.done()).toMatchObject({ wav_key, name: 'report.pdf', status: 'completed' })
    expect(await inlet.files.status(wav_key, { include: ['details'] })).toMatchObject({
      sha256,
      external_id: 'linked-1',
    })
    expect([...stages]).toEqual(['waiting', 'processing', 'completed'])
  })

  it('becomes an insight with a given name', async () => {
    const handle = inlet.insights.import(
      { sourceUrl: `${server.url}/download` },
      { projectId, name: 'given.pdf', shouldPublish: true },
    )
    const { insight_key } = await handle.done()
    expect(await inlet.insights.status(insight_key, { include: ['details'] })).toMatchObject({
      sha256,
      name: 'given.pdf',
    })
  })

  it('fails with the code and the reason of the download', async () => {
    server.replies.set('/expired.pdf', { status: 403 })
    server.replies.set('/page.pdf', { body: '<!doctype html><title>Sign in</title>' })
    const failureOf = (path: string) =>
      inlet.files
        .import({ sourceUrl: `${server.url}${path}` }, { projectId })
        .done()
        .catch((error: unknown) => error)
    const expired = await failureOf('/expired.pdf')
    expect(expired).toBeInstanceOf(ImportFailedError)
    expect(expired).toMatchObject({ code: 'source_unreachable', reason: expect.stringContaining('403') })
    expect(await failureOf('/page.pdf')).toMatchObject({ code: 'type_mismatch' })
  })

  it('is rejected before a record exists if the destination is not allowed', async () => {
    const handle = inlet.files.import({ sourceUrl: 'https://127.0.0.2/a.pdf' }, { projectId })
    const error = await handle.done().catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(BadRequestError)
    expect(error).toMatchObject({ details: [{ field: 'source_url' }] })
    expect(handle.keys).toBeUndefined()
  })

  it('has one record if initialize is repeated with its idempotency key', async () => {
    const body = {
      project_id: projectId,
      file_name: 'once.pdf',
      upload_type: 'url',
      source_url: `${server.url}/report.pdf`,
    } as const
    const idempotencyKey = crypto.randomUUID()
    const first = await inlet.files.initialize(body, { idempotencyKey })
    const second = await inlet.files.initialize(body, { idempotencyKey })
    expect(second.wav_key).toBe(first.wav_key)
    expect(second.upload.upload_type).toBe('url')
    await inlet.files.complete(first.wav_key)
    expect(await inlet.files.wait(first.wav_key)).toMatchObject({ status: 'completed' })
  })
})
