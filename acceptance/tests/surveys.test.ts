import { describe, expect, it } from 'vitest'
import { prefix } from '../harness/api.ts'
import { anyCaller } from '../harness/caller.ts'
import { makeProject } from '../harness/project.ts'
import { partsOf, statusesOf, surveysOf, uploadParts } from '../harness/survey.ts'
import { makeCsv, makeTooLongCsv, mapping } from '../harness/survey-csv.ts'
import { descriptorOf, policyOf, upload } from '../harness/upload.ts'

const path = `${prefix}/surveys`
const columnTypes = [
  'Name',
  'Email',
  'Timestamp',
  'Open-ended',
  'Single choice',
  'Multi choice',
  'NPS',
  'Ranking',
  'MEDIA_RESPONSE',
  'Do nothing',
]
const utcTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
const uuid = /^[0-9a-f-]{36}$/

describe('surveys', async () => {
  const { token } = await anyCaller()
  const project_id = await makeProject(token)
  const surveys = surveysOf(token, project_id)

  it('SUR-1 initialize rejects every invalid field by name', async () => {
    const cases: [string, Record<string, unknown>][] = [
      ['name', { name: undefined }],
      ['name', { name: 7 }],
      ['name', { name: '' }],
      ['name', { name: ' \t ' }],
      ['name', { name: 'a'.repeat(201) }],
      ['name', { name: 'a\u0007b' }],
      ['file_type', { file_type: undefined }],
      ['file_type', { file_type: 'csv' }],
      ['file_type', { file_type: 'XLSX' }],
      ['num_parts', { num_parts: undefined }],
      ['num_parts', { num_parts: 0 }],
      ['num_parts', { num_parts: 101 }],
      ['num_parts', { num_parts: 1.5 }],
      ['num_parts', { num_parts: '2' }],
      ['column_mapping', { column_mapping: [] }],
      ['column_mapping.Mood', { column_mapping: { Mood: 'open-ended' } }],
      ['column_mapping.a\nb', { column_mapping: { 'a\nb': 'Mood' } }],
      ['auto_map', { auto_map: 'yes' }],
      ['add_to_research_panel', { add_to_research_panel: 1 }],
      ['media_config', { media_config: 'email' }],
      ['media_config.link_by', { media_config: { link_by: 'phone' } }],
      ['media_config.column', { media_config: { link_by: 'column' } }],
      ['media_config.match', { media_config: { match: 'fuzzy' } }],
      ['idempotency_key', { idempotency_key: 'k'.repeat(256) }],
      ['idempotency_key', { idempotency_key: 1 }],
      ['project_id', { project_id: 'x' }],
    ]
    for (const [field, settings] of cases) {
      const answer = await surveys.initialize(settings)
      const details = (answer.body['details'] ?? []) as { field: string }[]
      expect([settings, answer.status, details.map((one) => one.field)]).toEqual([settings, 400, [field]])
    }
    expect((await surveys.initialize({ project_id: 2_000_000_000 })).status).toBe(404)
  })

  it('SUR-1 initialize accepts every allowed value and applies defaults', async () => {
    for (const settings of [
      { name: '😀'.repeat(200) },
      { num_parts: 100 },
      { column_mapping: Object.fromEntries(columnTypes.map((type, i) => [`Column ${i}`, type])) },
      { column_mapping: {}, auto_map: true, add_to_research_panel: false },
      { idempotency_key: `${Date.now()}-${'k'.repeat(255)}`.slice(0, 255) },
      { unknown_field: 1 },
    ]) {
      expect([settings, (await surveys.initialize(settings)).status]).toEqual([settings, 201])
    }
    expect((await surveys.initialize()).body).toMatchObject({
      add_to_research_panel: true,
      media_config: null,
    })
    expect((await surveys.initialize({ add_to_research_panel: false })).body['add_to_research_panel']).toBe(
      false,
    )
  })

  it('SUR-2 UPL-2 UPL-3 initialize returns keys, links and a descriptor for each part', async () => {
    const { answer, key, parts } = await surveys.begin({ num_parts: 3 })
    expect(Object.keys(answer.body).toSorted()).toEqual([
      'add_to_research_panel',
      'links',
      'media_config',
      'num_parts',
      'status',
      'survey_key',
      'upload_key',
      'upload_urls',
    ])
    expect(answer.body).toMatchObject({
      upload_key: expect.stringMatching(uuid),
      survey_key: expect.stringMatching(uuid),
      status: 'AWAITING_UPLOAD',
      num_parts: 3,
      links: { complete: `${path}/${key}/complete`, status: `${path}/${key}/status`, register_media: null },
    })
    expect(answer.body['survey_key']).not.toBe(key)
    expect(parts.map((part) => part.part_number)).toEqual([1, 2, 3])
    expect(new Set(parts.map((part) => part.s3_key)).size).toBe(3)
    for (const part of parts) {
      expect(part.upload_fields['key']).toBe(part.s3_key)
      expect(part.upload_fields['Content-Type']).toBe('text/csv')
      expect(policyOf(part).conditions).toContainEqual(['content-length-range', 0, 50 * 1024 * 1024])
    }
    const [first] = parts
    if (first) {
      expect((await upload(first, 'x', { 'Content-Type': 'text/html' })).status).toBe(403)
      expect((await upload(first, makeCsv('a@example.org'))).status).toBeLessThan(300)
    }
    expect(statusesOf(await surveys.status((await surveys.begin({ num_parts: 2 })).key), 'parts')).toEqual([
      'PENDING',
      'PENDING',
    ])
  })

  it('SUR-3 media can be registered only with media_config or a MEDIA_RESPONSE column', async () => {
    const linkOf = async (settings: Record<string, unknown>) => {
      const { answer, key } = await surveys.begin(settings)
      const link = (answer.body['links'] as Record<string, unknown>)['register_media']
      return link === `${path}/${key}/media/register` ? 'a link' : link
    }
    expect(await linkOf({})).toBeNull()
    expect(await linkOf({ column_mapping: { Film: 'Open-ended' }, auto_map: true })).toBeNull()
    expect(await linkOf({ media_config: {} })).toBe('a link')
    expect(await linkOf({ column_mapping: { Film: 'MEDIA_RESPONSE' } })).toBe('a link')
  })

  it('SUR-4 a repeated idempotency key returns the same upload, and earlier uploads still count', async () => {
    const idempotency_key = `again-${Date.now()}-${Math.random()}`
    const first = await surveys.initialize({ idempotency_key, num_parts: 2, name: 'First' })
    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([201, null])
    const [one] = partsOf(first)
    if (one) await upload(one, makeCsv('a@example.org'))
    const second = await surveys.initialize({ idempotency_key, num_parts: 2, name: 'First' })
    expect([second.status, second.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
    expect({ ...second.body, upload_urls: [] }).toEqual({ ...first.body, upload_urls: [] })
    expect(partsOf(second).map((part) => part.part_number)).toEqual([1, 2])
    const [, two] = partsOf(second)
    if (two) await upload(two, makeCsv('b@example.org'))
    expect((await surveys.complete(String(first.body['upload_key']))).status).toBe(202)
    const third = await surveys.initialize({ idempotency_key })
    expect([third.status, third.body['upload_key']]).toEqual([200, first.body['upload_key']])
    expect(['VALIDATING', 'PROCESSING', 'COMPLETED']).toContain(third.body['status'])
  })

  it('SUR-4 two concurrent first calls create one upload', async () => {
    const idempotency_key = `at-once-${Date.now()}-${Math.random()}`
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => surveys.initialize({ idempotency_key })),
    )
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 201])
    expect(new Set(answers.map((answer) => answer.body['upload_key'])).size).toBe(1)
  })

  it('SUR-5 complete gives 400 and lists what is missing', async () => {
    const { key, parts } = await surveys.begin({ num_parts: 3, media_config: {} })
    await surveys.register(key, ['a.mp4', 'b.mp4'])
    const nothing = await surveys.complete(key)
    expect(nothing.status).toBe(400)
    expect(nothing.body).toMatchObject({
      error: expect.stringMatching(/upload/i),
      missing_parts: [1, 2, 3],
      missing_media_files: ['a.mp4', 'b.mp4'],
    })
    const [, second] = parts
    if (second) await upload(second, makeCsv('a@example.org'))
    expect((await surveys.complete(key)).body['missing_parts']).toEqual([1, 3])
    expect((await surveys.status(key)).body['status']).toBe('AWAITING_UPLOAD')
    const withoutMedia = await surveys.begin()
    const answer = await surveys.complete(withoutMedia.key)
    expect(answer.body).toMatchObject({ missing_parts: [1] })
    expect(answer.body).not.toHaveProperty('missing_media_files')
    const onlyMedia = await surveys.begin({ media_config: {} })
    await uploadParts(onlyMedia, [makeCsv('a@example.org')])
    await surveys.register(onlyMedia.key, ['c.mp4'])
    const missing = await surveys.complete(onlyMedia.key)
    expect(missing.body).toMatchObject({ missing_media_files: ['c.mp4'] })
    expect(missing.body).not.toHaveProperty('missing_parts')
  })

  it('SUR-6 SUR-7 concurrent complete calls start one job, and later calls return the status', async () => {
    const survey = await surveys.begin({ num_parts: 2, column_mapping: mapping })
    await uploadParts(survey, [makeCsv('a@example.org'), makeCsv('b@example.org')])
    const answers = await Promise.all(Array.from({ length: 8 }, () => surveys.complete(survey.key)))
    const started = answers.filter((answer) => answer.status === 202)
    expect(started).toHaveLength(1)
    expect(started[0]?.body).toEqual({
      upload_key: survey.key,
      status: 'VALIDATING',
      message: expect.stringMatching(/\S/),
    })
    for (const answer of answers.filter(({ status }) => status !== 202)) {
      expect(answer.status).toBe(200)
      expect(['VALIDATING', 'PROCESSING', 'COMPLETED']).toContain(answer.body['status'])
    }
    await surveys.ended(survey.key)
    const again = await surveys.complete(survey.key)
    expect([again.status, again.body['status']]).toEqual([200, 'COMPLETED'])
    expect((await surveys.status(survey.key)).body['processing']).toMatchObject({ total_responses: 2 })
  })

  it('SUR-8 SUR-14 a failed survey gives the reason, and awaits the part again after a retry', async () => {
    const good = makeCsv('a@example.org')
    const survey = await surveys.importParts([good, makeTooLongCsv(), makeCsv('c@example.org')], {
      column_mapping: mapping,
    })
    const failed = await surveys.status(survey.key)
    expect(failed.body).toMatchObject({ status: 'FAILED', error_details: { part_number: 2 } })
    const refused = await surveys.complete(survey.key)
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({
      error: expect.stringMatching(/\S/),
      error_details: failed.body['error_details'],
    })
    expect((await surveys.retryPart(survey.key, 1)).status).toBe(400)
    expect((await surveys.status(survey.key)).body['status']).toBe('FAILED')
    const again = await surveys.retryPart(survey.key, 2)
    expect(again.status).toBe(200)
    const waiting = await surveys.status(survey.key)
    expect(waiting.body).toMatchObject({ status: 'AWAITING_UPLOAD', error_details: {} })
    expect(statusesOf(waiting, 'parts')).toEqual(['PROCESSED', 'PENDING', 'UPLOADED'])
    expect((await surveys.complete(survey.key)).body['missing_parts']).toEqual([2])
    await upload(descriptorOf(again), makeCsv('b@example.org'))
    expect((await surveys.complete(survey.key)).status).toBe(202)
    const done = await surveys.ended(survey.key)
    expect(done.body).toMatchObject({ status: 'COMPLETED', processing: { total_responses: 3 } })
  })

  it('SUR-9 the status contains every field of the upload', async () => {
    const media_config = { link_by: 'email', note: { kept: ['as', 'it', 1, null] } }
    const { key, surveyKey } = await surveys.begin({
      num_parts: 2,
      media_config,
      add_to_research_panel: false,
    })
    const answer = await surveys.status(key)
    expect(answer.body).toEqual({
      upload_key: key,
      survey_key: surveyKey,
      status: 'AWAITING_UPLOAD',
      file_type: 'CSV',
      num_parts: 2,
      parts: [
        { part_number: 1, status: 'PENDING', row_count: null },
        { part_number: 2, status: 'PENDING', row_count: null },
      ],
      processing: { total_responses: 0, questions_detected: 0, is_mapped: false },
      error_details: {},
      created_at: expect.stringMatching(utcTime),
      completed_at: null,
      media_files: [],
      add_to_research_panel: false,
      media_config,
    })
    const plain = await surveys.status((await surveys.begin()).key)
    expect(plain.body).toMatchObject({ media_files: null, media_config: null, add_to_research_panel: true })
  })

  it('SUR-9 SUR-10 the status shows parts as they are uploaded and processed', async () => {
    const survey = await surveys.begin({ num_parts: 2, column_mapping: mapping })
    await uploadParts({ ...survey, parts: survey.parts.slice(1) }, [
      makeCsv('b@example.org', 'c@example.org'),
    ])
    expect(statusesOf(await surveys.status(survey.key), 'parts')).toEqual(['PENDING', 'UPLOADED'])
    await uploadParts({ ...survey, parts: survey.parts.slice(0, 1) }, [makeCsv('a@example.org')])
    expect(statusesOf(await surveys.status(survey.key), 'parts')).toEqual(['UPLOADED', 'UPLOADED'])
    await surveys.complete(survey.key)
    const done = await surveys.ended(survey.key)
    expect(done.body).toMatchObject({
      status: 'COMPLETED',
      parts: [
        { part_number: 1, status: 'PROCESSED', row_count: 1 },
        { part_number: 2, status: 'PROCESSED', row_count: 2 },
      ],
      processing: { is_mapped: true },
      completed_at: expect.stringMatching(utcTime),
    })
  })
})
