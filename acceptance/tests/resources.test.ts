/** Names, keys, media types and links: what a client takes from one response and uses in the next request. */
import { describe, expect, it } from 'vitest'
import { get, items, post, prefix } from '../harness/api.ts'
import { anyCaller } from '../harness/caller.ts'
import { makeProject } from '../harness/project.ts'
import { makePdf } from '../harness/samples.ts'
import { type PartDescriptor, partsOf, surveysOf } from '../harness/survey.ts'
import { makeCsv, mapping } from '../harness/survey-csv.ts'
import { descriptorOf, upload } from '../harness/upload.ts'
import { waitForStatus } from '../harness/wait.ts'

const contentTypes: Record<string, string> = {
  pdf: 'application/pdf',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  txt: 'text/plain',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  avi: 'video/x-msvideo',
  webm: 'video/webm',
  mkv: 'video/x-matroska',
  m4v: 'video/x-m4v',
  wmv: 'video/x-ms-wmv',
  mpeg: 'video/mpeg',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  wav: 'audio/wav',
  flac: 'audio/flac',
  ogg: 'audio/ogg',
  aac: 'audio/aac',
  aiff: 'audio/aiff',
  aif: 'audio/aiff',
  amr: 'audio/amr',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  bmp: 'image/bmp',
  tiff: 'image/tiff',
  webp: 'image/webp',
}
const documents = ['pdf', 'ppt', 'pptx', 'doc', 'docx', 'xls', 'xlsx', 'txt']

describe('resources', async () => {
  const { token } = await anyCaller()
  const project_id = await makeProject(token)
  const surveys = surveysOf(token, project_id)
  const initializeInsight = (filename: string) =>
    post(`${prefix}/insights/initialize`, { token, json: { project_id, filename } })
  const initializeFile = (file_name: string) =>
    post(`${prefix}/files/initialize`, { token, json: { project_id, file_name } })
  const linksOf = (body: Record<string, unknown>) => body['links'] as Record<string, string>

  it('INS-12 FIL-9 name is the unchanged file name of initialize, in status and list', async () => {
    for (const name of ['  Größe & "Œuvre" №1 (final).PDF', 'a/b\\c: 研究.Txt', '📄.docx']) {
      const insight = await initializeInsight(name)
      const file = await initializeFile(name)
      const statuses = [insight, file].map(({ body }) => get(linksOf(body)['status'] ?? '', { token }))
      for (const { body } of await Promise.all(statuses)) expect(body['name']).toBe(name)
      for (const [list, field, key] of [
        ['insights', 'insight_key', insight.body['insight_key']],
        ['files', 'wav_key', file.body['wav_key']],
      ] as const) {
        const listed = items(await get(`${prefix}/${list}`, { token }), list)
        expect(listed.find((item) => item[field] === key)?.['name']).toBe(name)
      }
    }
  })

  it('SUR-21 the name of a survey is in both lists', async () => {
    const name = `Kundenbefragung „Früh“ ${Date.now()}`
    const survey = await surveys.importParts([makeCsv('a@example.org')], { name, column_mapping: mapping })
    const listed = items(await get(`${prefix}/surveys`, { token }), 'surveys')
    expect(listed.find((item) => item['upload_key'] === survey.key)?.['survey_name']).toBe(name)
    expect(items(await get(`${prefix}/files`, { token }), 'files').map((item) => item['name'])).toContain(
      name,
    )
  })

  it('UPL-8 s3_key is the object key of a part, at initialize, retry and append', async () => {
    const expectKey = ({ s3_key, upload_fields }: PartDescriptor) => {
      expect(s3_key).toMatch(/\S/)
      expect(upload_fields['key']).toBe(s3_key)
      return s3_key
    }
    const survey = await surveys.begin({ num_parts: 2, column_mapping: mapping })
    const first = survey.parts.map(expectKey)
    const retried = await surveys.retryPart(survey.key, 1)
    const again = expectKey(retried.body as unknown as PartDescriptor)
    expect(new Set([...first, again]).size).toBe(3)
    await upload(descriptorOf(retried), makeCsv('a@example.org'))
    await upload(survey.parts[1] ?? descriptorOf(retried), makeCsv('b@example.org'))
    await surveys.complete(survey.key)
    await surveys.ended(survey.key)
    const [appended] = partsOf(await surveys.append(survey.key))
    expect(appended && [...first, again].includes(expectKey(appended))).toBe(false)
  })

  it('UPL-9 the media type of a descriptor follows from the extension, and the object is served with it', async () => {
    const typeOf = (answer: Parameters<typeof descriptorOf>[0]) =>
      descriptorOf(answer).upload_fields['Content-Type']
    for (const [extension, type] of Object.entries(contentTypes)) {
      expect([extension, typeOf(await initializeFile(`a.${extension.toUpperCase()}`))]).toEqual([
        extension,
        type,
      ])
    }
    for (const extension of documents) {
      expect([extension, typeOf(await initializeInsight(`a.${extension}`))]).toEqual([
        extension,
        contentTypes[extension],
      ])
    }
    const { parts } = await surveys.begin()
    expect(parts[0]?.upload_fields['Content-Type']).toBe('text/csv')
    const file = await initializeFile('served.pdf')
    await upload(descriptorOf(file), makePdf('served'))
    await post(linksOf(file.body)['complete'] ?? '', { token })
    const { body } = await get(linksOf(file.body)['status'] ?? '', { token })
    expect((await fetch(String(body['file_url']))).headers.get('content-type')).toBe('application/pdf')
  })

  it('UPL-10 links are relative paths that work unchanged', async () => {
    const insight = await initializeInsight('linked.pdf')
    const file = await initializeFile('linked.pdf')
    for (const [answer, key, status] of [
      [insight, 'insight_key', 'processing_status'],
      [file, 'wav_key', 'status'],
    ] as const) {
      const links = linksOf(answer.body)
      expect(Object.keys(links).toSorted()).toEqual(['complete', 'status'])
      for (const link of Object.values(links)) expect(link).toMatch(/^\/api\/v1\//)
      const read = () => get(links['status'] ?? '', { token })
      expect((await read()).body[key]).toBe(answer.body[key])
      await upload(descriptorOf(answer), makePdf('linked'))
      const completed = await post(links['complete'] ?? '', { token })
      expect([completed.status < 300, completed.body[key]]).toEqual([true, answer.body[key]])
      await waitForStatus(links['status'] ?? '', { token, field: status, until: ['completed'] })
    }
    const survey = await surveys.begin({ media_config: {} })
    const links = linksOf(survey.answer.body)
    expect(Object.keys(links).toSorted()).toEqual(['complete', 'register_media', 'status'])
    for (const link of Object.values(links)) expect(link).toMatch(/^\/api\/v1\//)
    expect((await get(links['status'] ?? '', { token })).body['upload_key']).toBe(survey.key)
    const registered = await post(links['register_media'] ?? '', { token, json: { files: ['a.mp4'] } })
    expect(registered.status).toBe(201)
    const early = await post(links['complete'] ?? '', { token })
    expect(early.body).toMatchObject({ missing_parts: [1], missing_media_files: ['a.mp4'] })
  })

  it('SUR-22 all parts of an upload together may have more rows than the limit of one part', async () => {
    const rows = (from: number, count: number) =>
      makeCsv(...Array.from({ length: count }, (_, i) => `person${from + i}@example.org`))
    const survey = await surveys.importParts([rows(0, 12_000), rows(12_000, 12_000)], {
      column_mapping: mapping,
    })
    const { body } = await surveys.status(survey.key)
    expect(body).toMatchObject({
      status: 'COMPLETED',
      processing: { total_responses: 24_000 },
      parts: [{ row_count: 12_000 }, { row_count: 12_000 }],
    })
  })
})
