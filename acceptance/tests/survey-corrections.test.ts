/** Mistakes in a survey upload, each corrected until the upload is COMPLETED. */
import { describe, expect, it } from 'vitest'
import { call, prefix } from '../harness/api.ts'
import { anyCaller } from '../harness/caller.ts'
import { makeProject } from '../harness/project.ts'
import { partsOf, statusesOf, surveysOf, uploadParts } from '../harness/survey.ts'
import { makeCsv, mapping } from '../harness/survey-csv.ts'
import { upload } from '../harness/upload.ts'

const settings = { column_mapping: mapping, add_to_research_panel: false }
const otherSurvey = 'Colour,Size\r\nred,large'

describe('parts of a survey that are withdrawn', async () => {
  const { token } = await anyCaller()
  const surveys = surveysOf(token, await makeProject(token))
  const numbers = async (key: string) => {
    const { body } = await surveys.status(key)
    const parts = body['parts'] as { part_number: number }[]
    return [body['status'], body['num_parts'], parts.map((part) => part.part_number)]
  }

  it('FIX-3 withdrawing a part of a first import leaves it awaiting the others, and its number is not reused', async () => {
    const survey = await surveys.begin({ num_parts: 3, ...settings })
    await uploadParts(survey, [makeCsv('a@example.org'), '', makeCsv('c@example.org')])
    const withdrawn = await surveys.withdrawPart(survey.key, 2)
    expect([withdrawn.status, withdrawn.text]).toEqual([204, ''])
    expect(await numbers(survey.key)).toEqual(['AWAITING_UPLOAD', 2, [1, 3]])
    expect((await surveys.withdrawPart(survey.key, 2)).status).toBe(404)
    expect((await surveys.retryPart(survey.key, 2)).status).toBe(404)
    expect((await surveys.complete(survey.key)).status).toBe(202)
    expect((await surveys.ended(survey.key)).body).toMatchObject({
      status: 'COMPLETED',
      processing: { total_responses: 2 },
    })
    const appended = await surveys.append(survey.key, 1)
    expect(appended.body['num_parts']).toBe(3)
    expect(partsOf(appended).map((part) => part.part_number)).toEqual([4])
  })

  it('FIX-3 withdrawing a failed part leads to COMPLETED, with and without other unprocessed parts', async () => {
    const survey = await surveys.importParts(
      [makeCsv('a@example.org'), otherSurvey, makeCsv('c@example.org')],
      settings,
    )
    expect(statusesOf(await surveys.status(survey.key), 'parts')).toEqual(['PROCESSED', 'FAILED', 'UPLOADED'])
    expect((await surveys.withdrawPart(survey.key, 2)).status).toBe(204)
    const { body } = await surveys.status(survey.key)
    expect(body).toMatchObject({ status: 'AWAITING_UPLOAD', error_details: {} })
    expect((await surveys.complete(survey.key)).status).toBe(202)
    expect((await surveys.ended(survey.key)).body).toMatchObject({
      status: 'COMPLETED',
      processing: { total_responses: 2 },
    })

    const last = await surveys.importParts([makeCsv('a@example.org'), otherSurvey], settings)
    expect((await surveys.withdrawPart(last.key, 2)).status).toBe(204)
    expect((await surveys.ended(last.key)).body).toMatchObject({
      status: 'COMPLETED',
      processing: { total_responses: 1 },
      error_details: {},
    })
  })

  it('FIX-3 SUR-16 withdrawing the appended part restores COMPLETED and completed_at', async () => {
    const survey = await surveys.importParts([makeCsv('a@example.org')], settings)
    const before = (await surveys.status(survey.key)).body
    expect((await surveys.append(survey.key, 2)).status).toBe(201)
    expect((await surveys.withdrawPart(survey.key, 3)).status).toBe(204)
    expect(await numbers(survey.key)).toEqual(['AWAITING_UPLOAD', 2, [1, 2]])
    expect((await surveys.withdrawPart(survey.key, 2)).status).toBe(204)
    expect((await surveys.status(survey.key)).body).toEqual(before)

    const failed = await surveys.append(survey.key, 1)
    const [part] = partsOf(failed)
    expect(part?.part_number).toBe(4)
    if (part) await upload(part, otherSurvey)
    await surveys.complete(survey.key)
    expect((await surveys.ended(survey.key)).body['status']).toBe('FAILED')
    expect((await surveys.withdrawPart(survey.key, 4)).status).toBe(204)
    expect((await surveys.status(survey.key)).body).toEqual(before)
  })

  it('FIX-3 a processed part, the only part and parts of a running import cannot be withdrawn', async () => {
    const survey = await surveys.begin(settings)
    const only = await surveys.withdrawPart(survey.key, 1)
    expect([only.status, only.body['code']]).toEqual([400, 'only_part'])
    await uploadParts(survey, [makeCsv('a@example.org')])
    await surveys.complete(survey.key)
    expect((await surveys.withdrawPart(survey.key, 1)).status).toBe(400)
    await surveys.ended(survey.key)
    const processed = await surveys.withdrawPart(survey.key, 1)
    expect([processed.status, processed.body['code']]).toEqual([400, 'part_processed'])
    for (const number of ['0', '2', 'x', '1.0']) {
      const answer = await surveys.withdrawPart(survey.key, number)
      expect([number, answer.status, answer.body['code']]).toEqual([number, 404, 'part_not_found'])
    }
    const unknown = '00000000-0000-4000-8000-000000000000'
    expect((await surveys.withdrawPart(unknown, 1)).body['code']).toBe('survey_not_found')
  })
})

describe('columns of a survey whose type is changed', async () => {
  const { token } = await anyCaller()
  const surveys = surveysOf(token, await makeProject(token))
  const made = () =>
    surveys.importParts(
      ['Email,Mood,Score\r\na@example.org,good,9', 'Email,Mood,Score\r\nb@example.org,bad,3'],
      settings,
    )

  it('FIX-4 retyping a column reads all parts again, and the survey is COMPLETED again', async () => {
    const { key } = await made()
    const before = (await surveys.status(key)).body
    expect(before['processing']).toMatchObject({ total_responses: 2, questions_detected: 1 })
    const answer = await surveys.retype(key, 2, 'NPS')
    expect([answer.status, answer.body]).toEqual([
      202,
      { upload_key: key, status: 'PROCESSING', position: 2, type: 'NPS' },
    ])
    const after = (await surveys.ended(key)).body
    expect(after).toMatchObject({
      status: 'COMPLETED',
      parts: before['parts'],
      processing: { total_responses: 2, questions_detected: 2 },
      error_details: {},
    })
    expect(Object.keys(after)).toEqual(Object.keys(before))
    expect(Date.parse(String(after['completed_at']))).toBeGreaterThan(
      Date.parse(String(before['completed_at'])),
    )
  })

  it('FIX-4 SUR-17 parts appended after retyping use the new type', async () => {
    const { key } = await made()
    const append = async (content: string) => {
      const [part] = partsOf(await surveys.append(key, 1))
      if (part) await upload(part, content)
      await surveys.complete(key)
      return (await surveys.ended(key)).body
    }
    await surveys.retype(key, 2, 'NPS')
    await surveys.ended(key)
    expect(await append('Email,Mood\r\nc@example.org,fine')).toMatchObject({
      status: 'FAILED',
      error_details: { missing_columns: ['Score'] },
    })
    expect((await surveys.withdrawPart(key, 3)).status).toBe(204)
    expect((await surveys.retype(key, 2, 'Do nothing')).status).toBe(202)
    await surveys.ended(key)
    expect(await append('Email,Mood\r\nc@example.org,fine')).toMatchObject({
      status: 'COMPLETED',
      processing: { total_responses: 3, questions_detected: 1 },
    })
  })

  it('FIX-4 repeating a retype changes nothing', async () => {
    const { key } = await made()
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => surveys.retype(key, 2, 'Single choice')),
    )
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([200, 200, 200, 202])
    await surveys.ended(key)
    const again = await surveys.retype(key, 2, 'Single choice')
    expect([again.status, again.body['status']]).toEqual([200, 'COMPLETED'])
  })

  it('FIX-4 retype rejects unknown positions, unknown types and surveys that are not COMPLETED', async () => {
    const { key } = await made()
    for (const position of ['3', '-1', '1.0', '01', 'Score', '99999999999']) {
      const answer = await surveys.retype(key, position, 'NPS')
      expect([position, answer.status, answer.body['code']]).toEqual([position, 404, 'column_not_found'])
    }
    for (const type of ['nps', '', null, undefined, 1, ['NPS']])
      expect([type, (await surveys.retype(key, 2, type)).status]).toEqual([type, 400])
    const waiting = await surveys.begin(settings)
    const early = await surveys.retype(waiting.key, 0, 'NPS')
    expect([early.status, early.body['code']]).toEqual([400, 'survey_not_retypable'])
    await surveys.append(key, 1)
    expect((await surveys.retype(key, 2, 'NPS')).status).toBe(400)
    const unknown = await surveys.retype('00000000-0000-4000-8000-000000000000', 0, 'NPS')
    expect(unknown.body['code']).toBe('survey_not_found')
    const anonymous = await call('PATCH', `${prefix}/surveys/${key}/columns/2`, { json: { type: 'NPS' } })
    expect(anonymous.status).toBe(401)
  })
})
