import { createHash, randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { makeCaller } from '../harness/admin.ts'
import { type Answer, get, post, prefix } from '../harness/api.ts'
import { describeOurs } from '../harness/describe-ours.ts'
import { followerScopes, logOf } from '../harness/events.ts'
import { type FileServer, startFileServer } from '../harness/file-server.ts'
import { uploadOf } from '../harness/multipart.ts'
import { makeProject } from '../harness/project.ts'
import { makePdf, makeWav } from '../harness/samples.ts'
import { surveysOf } from '../harness/survey.ts'
import { descriptorOf, upload } from '../harness/upload.ts'
import { waitForStatus } from '../harness/wait.ts'

type Kind = 'insights' | 'files'

describeOurs('imports from a URL', async () => {
  const caller = await makeCaller({ scopes: followerScopes })
  const { token } = caller
  const project_id = await makeProject(token)
  const server: FileServer = await startFileServer()
  /** On an address that the operator has not allowed. */
  const inside: FileServer = await startFileServer('127.0.0.2')
  inside.replies.set('/', { body: 'internal data' })
  afterAll(() => Promise.all([server.close(), inside.close()]))

  const initialize = (kind: Kind, name: string, json: object, headers: Record<string, string> = {}) => {
    const field = kind === 'insights' ? 'filename' : 'file_name'
    return post(`${prefix}/${kind}/initialize`, {
      token,
      headers,
      json: { project_id, [field]: name, ...json },
    })
  }
  const keyOf = ({ body }: Answer) => String(body['wav_key'] ?? body['insight_key'])
  const fromUrl = (source_url: string) => ({ upload_type: 'url', source_url })

  async function begin(kind: Kind, name: string, url: string) {
    const answer = await initialize(kind, name, fromUrl(url))
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
    const key = keyOf(answer)
    const path = `${prefix}/${kind}/${key}`
    return {
      answer,
      key,
      path,
      complete: () => post(`${path}/complete`, { token }),
      end: () =>
        waitForStatus(`${path}/status?include=details`, {
          token,
          field: kind === 'files' ? 'status' : 'processing_status',
          until: ['completed', 'error', 'failed'],
        }),
      ...uploadOf(token, `${kind}/${key}`),
    }
  }

  async function failureOf(path: string, name = 'a.pdf') {
    const one = await begin('files', name, `${server.url}${path}`)
    expect((await one.complete()).status).toBe(200)
    return (await one.end()).body
  }

  it('MPU-16 complete downloads the file, which is then processed like an uploaded one', async () => {
    const pdf = makePdf('from a link')
    server.replies.set('/doc', { body: pdf })
    const sha256 = createHash('sha256').update(pdf).digest('hex')
    for (const kind of ['insights', 'files'] as const) {
      const one = await begin(kind, 'a.pdf', `${server.url}/doc?signature=${randomUUID()}`)
      const { upload: descriptor, links, ...keys } = one.answer.body
      expect(descriptor).toEqual({ upload_type: 'url' })
      expect(links).toEqual({
        complete: `${one.path}/complete`,
        status: `${one.path}/status`,
        upload: `${one.path}/upload`,
      })
      expect(keys).toEqual({ [kind === 'files' ? 'wav_key' : 'insight_key']: one.key })
      const before = server.requests.length
      expect((await one.complete()).body).toMatchObject({ status: 'processing' })
      const { body } = await one.end()
      expect(body).toMatchObject({ size_bytes: pdf.length, sha256, error_code: null })
      expect(server.requests.length - before).toBe(1)
      expect((await one.complete()).status).toBe(200)
    }
  })

  it('MPU-16 a recording is downloaded and served byte for byte', async () => {
    const wav = makeWav()
    server.replies.set('/recording', { headers: { location: '/moved' }, status: 303 })
    server.replies.set('/moved', { headers: { location: `${server.url}/wav` }, status: 308 })
    server.replies.set('/wav', { body: wav })
    const one = await begin('files', 'a.wav', `${server.url}/recording`)
    await one.complete()
    const { body } = await one.end()
    expect(body['size_bytes']).toBe(wav.length)
    const file = await fetch(String(body['file_url']))
    expect(Buffer.from(await file.arrayBuffer()).equals(Buffer.from(wav))).toBe(true)
  })

  it('MPU-16 nothing is downloaded before complete, nor after the upload was discarded or replaced', async () => {
    server.replies.set('/unused', { body: 'text' })
    const url = `${server.url}/unused`
    const one = await begin('files', 'a.txt', url)
    expect((await one.get()).body).toEqual({ upload_type: 'url', received: [] })
    expect((await one.sign([1])).status).toBe(400)
    expect((await one.discard()).status).toBe(204)
    expect((await one.get()).body).toEqual({ upload_type: 'form', received: [] })
    expect((await one.complete()).body['code']).toBe('upload_missing')
    expect((await one.start(fromUrl(url))).body).toEqual({ upload_type: 'url' })
    const form = await one.start({ upload_type: 'form' })
    expect(form.body).toMatchObject({ upload_type: 'form', upload_url: expect.any(String) })
    expect((await one.get()).body).toEqual({ upload_type: 'form', received: [] })
    expect((await upload(descriptorOf(form), 'sent')).status).toBe(204)
    expect((await one.complete()).status).toBe(200)
    expect((await one.end()).body).toMatchObject({ status: 'completed', size_bytes: 4 })
    expect(server.requests).not.toContain('/unused')
    expect((await one.start(fromUrl(url))).status).toBe(400)
  })

  it('MPU-16 a form can become a download', async () => {
    server.replies.set('/late', { body: 'text' })
    const answer = await initialize('files', 'a.txt', {})
    const path = `files/${keyOf(answer)}`
    await upload(descriptorOf(answer), 'sent before')
    expect((await uploadOf(token, path).start(fromUrl(`${server.url}/late`))).status).toBe(200)
    expect((await post(`${prefix}/${path}/complete`, { token })).status).toBe(200)
    const until = { token, field: 'status', until: ['completed', 'error'] }
    const { body } = await waitForStatus(`${prefix}/${path}/status?include=details`, until)
    expect(body).toMatchObject({ status: 'completed', size_bytes: 4 })
  })

  it('MPU-16 a failed download fails the import with a code, a reason and an event', async () => {
    const log = logOf(token)
    const after = await log.latest()
    server.replies.set('/refused', { status: 403, body: 'the secret of the server' })
    server.replies.set('/circle', { status: 302, headers: { location: '/circle' } })
    server.replies.set('/zipped', { headers: { 'content-encoding': 'gzip' }, body: 'x' })
    for (const path of ['/missing', '/refused', '/circle', '/zipped']) {
      const { status, error_code, error_reason, file_url } = await failureOf(path)
      expect([path, status, error_code, file_url]).toEqual([path, 'error', 'source_unreachable', null])
      expect(error_reason).toMatch(/^The file could not be downloaded\. .+ .+\.$/)
      expect(error_reason).not.toMatch(/127\.0\.0|secret/)
    }
    // The first request and five redirects.
    expect(server.requests.filter((path) => path === '/circle')).toHaveLength(6)
    server.replies.set('/large', { headers: { 'content-length': String(501 * 1024 * 1024) } })
    expect((await failureOf('/large'))['error_code']).toBe('upload_too_large')
    expect(await log.all({ after, types: 'file.error' })).toHaveLength(5)
  })

  it('MPU-16 a file of another type than its name fails like an uploaded one', async () => {
    server.replies.set('/html', {
      headers: { 'content-type': 'application/pdf' },
      body: '<html>sign in</html>',
    })
    expect((await failureOf('/html'))['error_code']).toBe('type_mismatch')
    server.replies.set('/empty', {})
    expect((await failureOf('/empty'))['error_code']).toBe('file_empty')
  })

  it('MPU-16 a redirect does not lead to an address that is not allowed', async () => {
    for (const [i, location] of [
      `${inside.url}/`,
      'http://[::1]/',
      'http://169.254.169.254/',
      'file:///etc/passwd',
    ].entries()) {
      server.replies.set(`/inside-${i}`, { status: 302, headers: { location } })
      expect((await failureOf(`/inside-${i}`))['error_code']).toBe('source_unreachable')
    }
    expect(inside.requests).toEqual([])
  })

  it('MPU-16 a URL that breaks the rules of webhooks gives 400', async () => {
    const urls = [
      '',
      'not a url',
      'ftp://storage.example/a',
      'http://8.8.8.8/a',
      'https://user:password@storage.example/a',
      'https://storage.example/a#part',
      'https://127.0.0.2/',
      'https://[::1]/',
      'https://169.254.169.254/latest/meta-data/',
      `https://storage.example/${'a'.repeat(2000)}`,
      `${inside.url}/`,
    ]
    for (const url of urls)
      for (const kind of ['insights', 'files'] as const) {
        const answer = await initialize(kind, 'a.pdf', fromUrl(url))
        expect([url, answer.status]).toEqual([url, 400])
        expect(answer.body['details']).toEqual([expect.objectContaining({ field: 'source_url' })])
      }
    for (const json of [
      { upload_type: 'url' },
      { source_url: 'https://storage.example/a' },
      { upload_type: 'form', source_url: 'https://storage.example/a' },
    ]) {
      const answer = await initialize('files', 'a.pdf', json)
      expect([answer.status, answer.body['details']]).toEqual([
        400,
        [expect.objectContaining({ field: 'source_url' })],
      ])
    }
    const tooLarge = { ...fromUrl('https://storage.example/a'), size_bytes: 501 * 1024 * 1024 }
    expect((await initialize('insights', 'a.pdf', tooLarge)).body['code']).toBe('upload_too_large')
  })

  it('MPU-16 media files of surveys are not imported from a URL', async () => {
    const surveys = surveysOf(token, project_id)
    const survey = await surveys.begin({ media_config: {} })
    const files = [{ filename: 'a.mp4', ...fromUrl('https://storage.example/a') }]
    expect((await surveys.register(survey.key, files)).status).toBe(400)
  })

  it('MPU-16 the URL is in no answer, list or event', async () => {
    const secret = randomUUID()
    server.replies.set('/secret', { status: 404 })
    const log = logOf(token)
    const after = await log.latest()
    const one = await begin('files', 'a.pdf', `${server.url}/secret?signature=${secret}`)
    const texts = [
      one.answer.text,
      (await one.get()).text,
      (await one.complete()).text,
      (await one.end()).text,
    ]
    texts.push((await get(`${prefix}/files?include=details`, { token })).text)
    texts.push(JSON.stringify(await log.all({ after })))
    const wrong = await initialize(
      'files',
      'a.pdf',
      fromUrl(`https://u@storage.example/?signature=${secret}`),
    )
    for (const text of [...texts, wrong.text]) expect(text).not.toMatch(new RegExp(`${secret}|/secret`))
  })

  it('MPU-16 a repetition with the same Idempotency-Key starts one import, and another URL is refused', async () => {
    server.replies.set('/once', { body: 'text' })
    const url = `${server.url}/once`
    const headers = { 'idempotency-key': randomUUID() }
    const first = await initialize('files', 'a.txt', fromUrl(url), headers)
    const again = await initialize('files', 'a.txt', fromUrl(url), headers)
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const other = await initialize('files', 'a.txt', fromUrl(`${url}?b`), headers)
    expect([other.status, other.body['code']]).toEqual([422, 'idempotency_key_reused'])
    const path = `${prefix}/files/${keyOf(first)}`
    await Promise.all(Array.from({ length: 4 }, () => post(`${path}/complete`, { token })))
    await waitForStatus(`${path}/status`, { token, field: 'status', until: ['completed', 'error'] })
    expect(server.requests.filter((one) => one === '/once')).toHaveLength(1)
    expect((await initialize('files', 'a.txt', fromUrl(url), headers)).body).toEqual(first.body)
  })

  it('MPU-16 BLK-1 an item of a batch can be imported from a URL', async () => {
    server.replies.set('/batch', { body: 'text' })
    const items = [
      { kind: 'file', project_id, file_name: 'a.txt', ...fromUrl(`${server.url}/batch`) },
      { kind: 'insight', project_id, filename: 'a.txt', ...fromUrl('https://127.0.0.2/') },
    ]
    const headers = { 'idempotency-key': randomUUID() }
    const begin = () => post(`${prefix}/batch/initialize`, { token, headers, json: { items } })
    const [first, again] = [await begin(), await begin()]
    const results = (answer: Answer) => answer.body['results'] as { http_status: number; body: object }[]
    expect(results(first).map(({ http_status }) => http_status)).toEqual([201, 400])
    expect(results(again)[0]?.body).toEqual(results(first)[0]?.body)
    expect(results(first)[0]?.body).toMatchObject({ upload: { upload_type: 'url' } })
  })

  it('MPU-16 another key without access to the project finds no import', async () => {
    const other = await makeCaller({ scopes: followerScopes })
    const one = await begin('files', 'a.txt', `${server.url}/unseen`)
    expect((await post(`${one.path}/complete`, { token: other.token })).status).toBe(404)
    expect((await get(`${one.path}/upload`, { token: other.token })).status).toBe(404)
    expect((await uploadOf(other.token, `files/${one.key}`).start(fromUrl(`${server.url}/x`))).status).toBe(
      404,
    )
    expect(server.requests).not.toContain('/unseen')
  })
})
