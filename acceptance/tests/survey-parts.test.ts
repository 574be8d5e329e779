import { describe, expect, it } from 'vitest'
import { get, items, post, prefix } from '../harness/api.ts'
import { anyCaller } from '../harness/caller.ts'
import { makeProject } from '../harness/project.ts'
import { partsOf, surveysOf, uploadParts } from '../harness/survey.ts'
import { makeCsv, mapping } from '../harness/survey-csv.ts'
import { descriptorOf, upload } from '../harness/upload.ts'

const path = `${prefix}/surveys`
const utcTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

describe('surveys, part by part', async () => {
  const { token } = await anyCaller()
  const project_id = await makeProject(token)
  const surveys = surveysOf(token, project_id)

  it('SUR-14 retry issues a new descriptor for a part, and uploads to the old one no longer count', async () => {
    const survey = await surveys.begin({ num_parts: 2 })
    await uploadParts(survey, [makeCsv('a@example.org'), makeCsv('b@example.org')])
    const again = await surveys.retryPart(survey.key, 2)
    expect(again.status).toBe(200)
    expect(Object.keys(again.body).toSorted()).toEqual([
      'part_number',
      's3_key',
      'upload_fields',
      'upload_url',
    ])
    expect(again.body['part_number']).toBe(2)
    expect(again.body['s3_key']).not.toBe(survey.parts[1]?.s3_key)
    expect((await surveys.complete(survey.key)).body['missing_parts']).toEqual([2])
    // An upload to the old descriptor is ignored.
    const [, old] = survey.parts
    if (old) expect((await upload(old, makeCsv('c@example.org'))).status).toBeLessThan(300)
    expect((await surveys.complete(survey.key)).body['missing_parts']).toEqual([2])
    await upload(descriptorOf(again), makeCsv('b@example.org'))
    expect((await surveys.complete(survey.key)).status).toBe(202)
  })

  it('SUR-14 an unknown part number gives 404', async () => {
    const { key } = await surveys.begin({ num_parts: 2 })
    for (const number of ['0', '3', '-1', '1.0', '01', 'x', '1e0', '99999999999999999999', '%20']) {
      const answer = await surveys.retryPart(key, number)
      expect([number, answer.status, answer.body['code']]).toEqual([number, 404, 'part_not_found'])
    }
  })

  it('SUR-14 SUR-16 SUR-20 a completed survey refuses retries, accepts appends, and stays listed', async () => {
    const survey = await surveys.importParts([makeCsv('a@example.org')], {
      column_mapping: mapping,
      media_config: { note: 1 },
      add_to_research_panel: false,
      name: 'Appended to',
    })
    expect((await surveys.retryPart(survey.key, 1)).status).toBe(400)
    for (const number of [0, 101, 1.5, '1', null, []]) {
      expect([number, (await surveys.append(survey.key, number)).status]).toEqual([number, 400])
    }
    expect((await post(`${path}/${survey.key}/append`, { token, json: {} })).status).toBe(400)
    expect((await post(`${path}/${survey.key}/append`, { token })).status).toBe(400)
    const listed = async () =>
      items(await get(path, { token }), 'surveys').find((item) => item['upload_key'] === survey.key)
    const before = await listed()
    expect(before).toEqual({
      upload_key: survey.key,
      survey_key: survey.surveyKey,
      survey_name: 'Appended to',
      project_id,
      number_of_responses: 1,
      num_parts: 1,
      completed_at: expect.stringMatching(utcTime),
    })
    const appended = await surveys.append(survey.key, 2)
    expect(appended.status).toBe(201)
    expect(appended.body).toMatchObject({
      ...survey.answer.body,
      num_parts: 3,
      upload_urls: [{ part_number: 2 }, { part_number: 3 }],
    })
    expect((await surveys.status(survey.key)).body).toMatchObject({
      status: 'AWAITING_UPLOAD',
      num_parts: 3,
      processing: { total_responses: 1, is_mapped: true },
    })
    expect(await listed()).toEqual({ ...before, num_parts: 3 })
    const second = await surveys.append(survey.key)
    expect([second.status, second.body['code']]).toEqual([400, 'survey_not_completed'])
    await uploadParts({ ...survey, parts: partsOf(appended) }, [
      makeCsv('b@example.org'),
      makeCsv('c@example.org'),
    ])
    expect((await surveys.complete(survey.key)).status).toBe(202)
    const done = await surveys.ended(survey.key)
    expect(done.body).toMatchObject({ status: 'COMPLETED', num_parts: 3, processing: { total_responses: 3 } })
    expect(await listed()).toMatchObject({ number_of_responses: 3, num_parts: 3 })
  })

  it('SUR-16 SUR-20 a survey that never completed refuses appends and is not listed', async () => {
    const { key } = await surveys.begin()
    const refused = await surveys.append(key)
    expect([refused.status, refused.body['code']]).toEqual([400, 'survey_not_completed'])
    const keys = items(await get(path, { token }), 'surveys').map((item) => item['upload_key'])
    expect(keys).not.toContain(key)
  })

  it('SUR-17 of concurrent appends one succeeds and the others get 409', async () => {
    const { key } = await surveys.importParts([makeCsv('a@example.org')], { column_mapping: mapping })
    const answers = await Promise.all(Array.from({ length: 5 }, () => surveys.append(key, 2)))
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
      201, 409, 409, 409, 409,
    ])
    for (const answer of answers.filter(({ status }) => status === 409)) {
      expect(answer.body).toMatchObject({ error: expect.stringMatching(/append/i), code: 'append_conflict' })
    }
    expect((await surveys.status(key)).body['num_parts']).toBe(3)
    expect((await surveys.append(key)).status).toBe(400)
  })

  it('SUR-7 SUR-14 SUR-16 unknown keys give the same 404', async () => {
    const nowhere = '00000000-0000-4000-8000-000000000000'
    for (const key of [nowhere, 'x', '%00']) {
      for (const answer of [
        await surveys.complete(key),
        await surveys.status(key),
        await surveys.retryPart(key, 1),
        await surveys.append(key),
        await post(`${path}/${key}/media/register`, { token, json: { files: ['a.mp4'] } }),
        await surveys.retryMedia(key, 'a.mp4'),
      ]) {
        expect([key, answer.status, answer.body['code']]).toEqual([key, 404, 'survey_not_found'])
      }
    }
  })
})
