import { describe, expect, it } from 'vitest'
import { type Asked, clientOf, listenAsService, prefix } from '../../test/loopback.ts'

describe('an import from a URL', () => {
  const begun = { wav_key: 'w1', upload: { upload_type: 'url' }, links: {} }
  const serve = (first: object) =>
    listenAsService(({ path }: Asked) => {
      if (path.endsWith('/initialize')) return { status: 201, body: first }
      return { body: { wav_key: 'w1', status: 'completed' } }
    })

  it('is initialized with the URL, completed and followed, and nothing is sent', async () => {
    const service = await serve(begun)
    const link = { sourceUrl: 'https://a.example/talk.mp4?signature=x' }
    const handle = clientOf(service).files.import(link, { projectId: 7, externalId: 'e' })
    expect(await handle.done()).toMatchObject({ status: 'completed' })
    const [initialize, complete] = service.asked.filter(({ path }) => !path.includes('token'))
    expect(JSON.parse(String(initialize?.body))).toEqual({
      project_id: 7,
      file_name: 'talk.mp4',
      external_id: 'e',
      upload_type: 'url',
      source_url: link.sourceUrl,
    })
    expect(initialize?.headers['idempotency-key']).toBeTruthy()
    expect(complete?.path).toBe(`${prefix}/files/w1/complete`)
  })

  it('fails if the service awaits an upload instead', async () => {
    const service = await serve({
      wav_key: 'w1',
      upload_url: 'http://127.0.0.1',
      upload_fields: {},
      links: {},
    })
    const handle = clientOf(service).files.import({ sourceUrl: 'https://a.example/a.pdf' }, { projectId: 7 })
    await expect(handle.done()).rejects.toMatchObject({ code: 'upload_type_unavailable' })
    expect(service.asked.filter(({ path }) => path.endsWith('/complete'))).toEqual([])
  })
})
