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
import { surveysOf } from '../harness/survey.ts'
import { descriptorOf, upload } from '../harness/upload.ts'
import { waitForStatus } from '../harness/wait.ts'

const MiB = 1024 * 1024
const GiB = 1024 * MiB
const form = ['links', 'upload_fields', 'upload_url']

/** Two full parts and a short one, all different. */
const content = new Uint8Array(2 * partSize + 5).map((_, i) => i % 251)

describe('multipart uploads', async () => {
  const { token } = await anyCaller()
  const project_id = await makeProject(token)
  const initialize = (kind: 'insights' | 'files', name: string, choice: object = {}) => {
    const field = kind === 'insights' ? 'filename' : 'file_name'
    return post(`${prefix}/${kind}/initialize`, { token, json: { project_id, [field]: name, ...choice } })
  }
  const multipart = (size_bytes: number) => ({ upload_type: 'multipart', size_bytes })
  async function begin(size = content.length, kind: 'insights' | 'files' = 'files', name = 'film.mp4') {
    const answer = await initialize(kind, name, multipart(size))
    const path = `${kind}/${String(answer.body['wav_key'] ?? answer.body['insight_key'])}`
    const complete = () => post(`${prefix}/${path}/complete`, { token })
    return { answer, path, complete, descriptor: multipartOf(answer), ...uploadOf(token, path) }
  }
  const first = ({ parts }: Multipart) => {
    const [part] = parts
    if (!part) throw new Error('no part')
    return part
  }

  it('MPU-1 a request without the new fields, and one for a form, are answered as before', async () => {
    for (const choice of [{}, { upload_type: 'form' }]) {
      const file = await initialize('files', 'a.pdf', choice)
      expect([file.status, Object.keys(file.body).sort()]).toEqual([201, [...form, 'wav_key']])
      expect(Object.keys(file.body['links'] as object).sort()).toEqual(['complete', 'status'])
      const insight = await initialize('insights', 'a.pdf', choice)
      expect([insight.status, Object.keys(insight.body).sort()]).toEqual([
        201,
        ['insight_key', ...form].sort(),
      ])
    }
  })

  it('MPU-1 a multipart response has upload in place of the form, and a link to it', async () => {
    for (const kind of ['insights', 'files'] as const) {
      const { answer, path } = await begin(5, kind, 'a.pdf')
      const key = kind === 'insights' ? 'insight_key' : 'wav_key'
      expect([answer.status, Object.keys(answer.body).sort()]).toEqual([201, [key, 'links', 'upload'].sort()])
      expect(answer.body['links']).toEqual({
        complete: `${prefix}/${path}/complete`,
        status: `${prefix}/${path}/status`,
        upload: `${prefix}/${path}/upload`,
      })
    }
  })

  it('MPU-1 a size over the limit, a missing size and an unknown type give 400', async () => {
    const cases: [string, string, object, string][] = [
      ['files', 'a.mp4', multipart(10 * GiB + 1), 'upload_too_large'],
      ['files', 'a.png', multipart(500 * MiB + 1), 'upload_too_large'],
      ['insights', 'a.pdf', multipart(500 * MiB + 1), 'upload_too_large'],
      ['files', 'a.mp4', { upload_type: 'multipart' }, 'invalid_request'],
      ['files', 'a.mp4', multipart(0), 'invalid_request'],
      ['files', 'a.mp4', { upload_type: 'tus' }, 'invalid_request'],
    ]
    for (const [kind, name, choice, code] of cases) {
      const answer = await initialize(kind as 'files', name, choice)
      expect([name, answer.status, answer.body['code']]).toEqual([name, 400, code])
    }
  })

  it('MPU-2 parts have 16 MiB, or more where a file would need over 1,000, and 100 are described', async () => {
    const small = (await begin()).descriptor
    expect(small).toMatchObject({
      upload_type: 'multipart',
      size_bytes: content.length,
      part_size: partSize,
      part_count: 3,
    })
    expect(small.parts.map((part) => [part.part_number, part.size_bytes])).toEqual([
      [1, partSize],
      [2, partSize],
      [3, 5],
    ])
    expect(small.expires_at).toMatch(/Z$/)
    const large = (await begin(10 * GiB)).descriptor
    expect([large.part_size, large.part_count, large.parts.length]).toEqual([partSize, 640, 100])
  })

  it('MPU-3 parts arrive in any order and in parallel, and the file is what was sent', async () => {
    const one = await begin()
    expect(await sendParts(one.descriptor.parts.toReversed(), content)).toEqual([200, 200, 200])
    expect((await one.complete()).status).toBe(200)
    const { body } = await get(`${prefix}/${one.path}/status`, { token })
    const served = await fetch(String(body['file_url']))
    expect(Buffer.from(await served.arrayBuffer()).equals(Buffer.from(content))).toBe(true)
  })

  it('MPU-3 a part that is sent again replaces the first, and MPU-8 the type is that of the file', async () => {
    const pdf = new Uint8Array(makePdf('in parts'))
    const { descriptor, path, complete } = await begin(pdf.length, 'files', 'a.pdf')
    expect(await put(first(descriptor).upload_url, new Uint8Array(pdf.length))).toBe(200)
    expect(await put(first(descriptor).upload_url, pdf)).toBe(200)
    expect((await complete()).status).toBe(200)
    const done = await waitForStatus(`${prefix}/${path}/status`, {
      token,
      field: 'status',
      until: ['completed', 'error'],
    })
    expect(done.body['status']).toBe('completed')
    const served = await fetch(String(done.body['file_url']))
    expect(served.headers.get('content-type')).toBe('application/pdf')
    expect(Buffer.from(await served.arrayBuffer()).equals(Buffer.from(pdf))).toBe(true)
  })

  it('MPU-4 URLs are signed on request, as often as needed, for an hour', async () => {
    const one = await begin()
    for (let i = 0; i < 2; i += 1) {
      const signed = await one.sign([3, 1])
      expect([signed.status, Object.keys(signed.body).sort()]).toEqual([200, ['expires_at', 'parts']])
      expect((signed.body['parts'] as Multipart['parts']).map((part) => part.part_number)).toEqual([3, 1])
      const life = Date.parse(String(signed.body['expires_at'])) - Date.now()
      expect(Math.abs(life - 3_600_000)).toBeLessThan(30_000)
    }
    const all = await (await begin(10 * GiB)).sign(Array.from({ length: 640 }, (_, i) => i + 1))
    expect((all.body['parts'] as unknown[]).length).toBe(640)
    const tooMany = Array.from({ length: 1001 }, () => 1)
    for (const numbers of [[], [0], [4], ['1'], [1.5], tooMany])
      expect((await one.sign(numbers)).status).toBe(400)
  })

  it('MPU-5 a client that knows only the key resumes where it stopped', async () => {
    const one = await begin()
    expect(await sendParts(one.descriptor.parts.slice(1), content)).toEqual([200, 200])
    const state = await one.get()
    expect(state.body).toMatchObject({
      upload_type: 'multipart',
      size_bytes: content.length,
      part_size: partSize,
      part_count: 3,
    })
    expect(state.body['received']).toEqual([
      { part_number: 2, size_bytes: partSize },
      { part_number: 3, size_bytes: 5 },
    ])
    const signed = multipartOf(await one.sign([1]))
    expect(await sendParts(signed.parts, content)).toEqual([200])
    expect((await one.complete()).status).toBe(200)
    expect((await one.get()).status).toBe(400)
    const plain = await initialize('files', 'a.txt')
    const { received } = uploadOf(token, `files/${String(plain.body['wav_key'])}`)
    expect(await received()).toEqual([])
    await upload(descriptorOf(plain), 'four')
    expect(await received()).toEqual([{ part_number: 1, size_bytes: 4 }])
  })

  it('MPU-6 the same type and size continue, another starts over, and DELETE discards', async () => {
    const one = await begin(5, 'files', 'a.txt')
    const bytes = new TextEncoder().encode('bytes')
    await put(first(one.descriptor).upload_url, bytes)
    expect((await one.start(multipart(5))).status).toBe(200)
    expect(await one.received()).toHaveLength(1)
    const other = multipartOf(await one.start(multipart(4)))
    expect(await one.received()).toEqual([])
    expect(await put(first(one.descriptor).upload_url, bytes)).toBeGreaterThanOrEqual(400)
    await put(first(other).upload_url, bytes.slice(0, 4))
    expect((await one.discard()).status).toBe(204)
    expect(await one.received()).toEqual([])
    const issued = await one.start({ upload_type: 'form' })
    const again = await one.start({ upload_type: 'form' })
    expect(descriptorOf(again).upload_fields['key']).toBe(descriptorOf(issued).upload_fields['key'])
    await upload(descriptorOf(issued), 'by form')
    expect((await one.complete()).status).toBe(200)
    for (const late of [one.start({ upload_type: 'form' }), one.discard()])
      expect((await late).status).toBe(400)
  })

  it('MPU-7 complete names the missing parts and leaves the record as it is', async () => {
    const one = await begin()
    await sendParts(one.descriptor.parts.slice(0, 1), content)
    const early = await one.complete()
    expect([early.status, early.body['code'], early.body['missing_upload_parts']]).toEqual([
      400,
      'upload_incomplete',
      [2, 3],
    ])
    await sendParts(one.descriptor.parts.slice(1), content)
    expect((await one.complete()).status).toBe(200)
    expect((await one.complete()).status).toBe(200)
  })

  it('MPU-8 parts of another length or upload are refused, and URLs stop working at complete', async () => {
    const [one, other] = [await begin(5, 'files', 'a.txt'), await begin(5, 'files', 'b.txt')]
    const bytes = new TextEncoder().encode('bytes')
    const url = first(one.descriptor).upload_url
    expect(await put(url, new TextEncoder().encode('longer'))).toBe(403)
    expect(await put(url, bytes.slice(1))).toBe(403)
    const moved = new URL(url)
    moved.searchParams.set(
      'uploadId',
      new URL(first(other.descriptor).upload_url).searchParams.get('uploadId') ?? '',
    )
    expect(await put(moved.toString(), bytes)).toBe(403)
    expect(await one.received()).toEqual([])
    expect(await put(url, bytes)).toBe(200)
    expect((await one.complete()).status).toBe(200)
    expect(await put(url, bytes)).toBeGreaterThanOrEqual(400)
  })

  it('MPU-11 a media file is uploaded in parts and accepted with its survey', async () => {
    const surveys = surveysOf(token, project_id)
    const survey = await surveys.begin({ media_config: {} })
    const register = (files: unknown[]) =>
      post(`${prefix}/surveys/${survey.key}/media/register`, { token, json: { files } })
    const asked = { filename: 'maya.mp4', ...multipart(content.length) }
    const answer = await register(['plain.mp4', asked])
    const [plain, media] = answer.body['media_files'] as (Record<string, unknown> & { upload: Multipart })[]
    if (!media) throw new Error(answer.text)
    expect(answer.status).toBe(201)
    expect(Object.keys(plain ?? {}).sort()).toEqual(['filename', 'upload_fields', 'upload_url'])
    expect(Object.keys(media).sort()).toEqual(['filename', 'media_key', 'upload'])
    const { received, sign } = uploadOf(token, `surveys/${survey.key}/media/${String(media['media_key'])}`)
    const { parts } = media.upload
    await sendParts(parts.slice(0, 2), content)
    expect((await received()).map((part) => part.part_number)).toEqual([1, 2])
    await upload(plain as unknown as Parameters<typeof upload>[0], 'film')
    for (const part of survey.parts) await upload(part, 'Name,E-mail\nMaya,maya@example.org\n')
    const early = await surveys.complete(survey.key)
    expect([early.status, early.body['missing_media_files']]).toEqual([400, ['maya.mp4']])
    const last = multipartOf(await sign([3]))
    expect(await put(first(last).upload_url, sliceOf(content, first(last)))).toBe(200)
    expect((await surveys.complete(survey.key)).status).toBe(202)
    const tooLarge = await register([{ filename: 'huge.mp4', ...multipart(5000 * GiB + 1) }])
    expect(tooLarge.status).toBe(400)
  })
})
