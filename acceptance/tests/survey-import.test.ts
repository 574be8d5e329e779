import { describe, expect, it } from 'vitest'
import { type Answer, get, items, prefix } from '../harness/api.ts'
import { anyCaller } from '../harness/caller.ts'
import { makeProject } from '../harness/project.ts'
import {
  makeCsv,
  makeTooLongCsv,
  mapping,
  partsOf,
  retried,
  statusesOf,
  surveysOf,
  uploadParts,
} from '../harness/survey.ts'
import { upload } from '../harness/upload.ts'

const total = (answer: Answer) => (answer.body['processing'] as Record<string, unknown>)['total_responses']
const rowCounts = (answer: Answer) =>
  (answer.body['parts'] as Record<string, unknown>[]).map((part) => part['row_count'])
const details = (answer: Answer) => answer.body['error_details'] as Record<string, unknown>

describe('the import of a survey', async () => {
  const { token } = await anyCaller()
  const surveys = surveysOf(token, await makeProject(token))
  const importParts = async (contents: string[]) => {
    const { key } = await surveys.importParts(contents, { column_mapping: mapping })
    return { key, status: await surveys.status(key) }
  }

  async function sendAgain(key: string, part: number, content: string): Promise<Answer> {
    await upload(retried(await surveys.retryPart(key, part)), content)
    expect((await surveys.complete(key)).status).toBe(202)
    return surveys.ended(key)
  }

  it('SUR-11 SUR-19 takes the parts one after the other and counts their rows', async () => {
    const { status } = await importParts([
      makeCsv('a@example.org', 'b@example.org'),
      makeCsv(),
      makeCsv('c@example.org'),
    ])
    expect(status.body).toMatchObject({
      status: 'COMPLETED',
      error_details: {},
      processing: { total_responses: 3, questions_detected: 1, is_mapped: true },
    })
    expect(statusesOf(status, 'parts')).toEqual(['PROCESSED', 'PROCESSED', 'PROCESSED'])
    expect(rowCounts(status)).toEqual([2, 0, 1])
    expect(status.body['completed_at']).toMatch(/Z$/)
  })

  it('SUR-11 SUR-12 refuses a part whose header is not that of the others, and names what it lacks', async () => {
    const other = 'Email,Feeling\nb@example.org,fine'
    const { key, status } = await importParts([makeCsv('a@example.org'), other, makeCsv('c@example.org')])
    expect(status.body['status']).toBe('FAILED')
    expect(details(status)).toMatchObject({
      part_number: 2,
      code: expect.stringMatching(/^[a-z_]+$/),
      message: expect.stringMatching(/\S/),
      missing_columns: ['Mood'],
    })
    expect(statusesOf(status, 'parts')).toEqual(['PROCESSED', 'FAILED', 'UPLOADED'])
    expect([total(status), rowCounts(status)]).toEqual([1, [1, null, null]])
    const fixed = await sendAgain(key, 2, makeCsv('b@example.org'))
    expect(fixed.body['status']).toBe('COMPLETED')
    expect([total(fixed), rowCounts(fixed)]).toEqual([3, [1, 1, 1]])
  })

  it('SUR-11 SUR-13 refuses a part of more than 20,000 rows, and says how many there are', async () => {
    const { key, status } = await importParts([makeTooLongCsv()])
    expect(status.body['status']).toBe('FAILED')
    expect(details(status)).toMatchObject({ part_number: 1, row_count: 20_001, row_limit: 20_000 })
    expect(total(status)).toBe(0)
    const most = `Email,Mood\n${'a@example.org,fine\n'.repeat(20_000)}`
    expect(total(await sendAgain(key, 1, most))).toBe(20_000)
  })

  it('SUR-12 SUR-15 saves nothing of a part that breaks off, and after a retry only what is missing', async () => {
    const rows = Array.from({ length: 3_000 }, (_, i) => `p${i}@example.org,good`)
    const broken = ['Email,Mood', ...rows, 'one cell too few'].join('\n')
    const { key, status } = await importParts([makeCsv('a@example.org'), broken, makeCsv('z@example.org')])
    expect(details(status)).toMatchObject({ part_number: 2, row: 3_002 })
    expect([total(status), statusesOf(status, 'parts')]).toEqual([1, ['PROCESSED', 'FAILED', 'UPLOADED']])
    // The same again fails the same way, and nothing is saved twice.
    const again = await sendAgain(key, 2, broken)
    expect([again.body['status'], total(again)]).toEqual(['FAILED', 1])
    const fixed = await sendAgain(key, 2, ['Email,Mood', ...rows].join('\n'))
    expect([fixed.body['status'], total(fixed), rowCounts(fixed)]).toEqual([
      'COMPLETED',
      3_002,
      [1, 3_000, 1],
    ])
  })

  it('SUR-15 saves each row once however often complete is called', async () => {
    const survey = await surveys.begin({ num_parts: 3, column_mapping: mapping })
    await uploadParts(survey, [makeCsv('a@example.org'), makeCsv('b@example.org'), makeCsv('c@example.org')])
    const answers = await Promise.all(Array.from({ length: 8 }, () => surveys.complete(survey.key)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 200, 200, 202])
    const status = await surveys.ended(survey.key)
    expect([status.body['status'], total(status)]).toEqual(['COMPLETED', 3])
    expect((await surveys.complete(survey.key)).status).toBe(200)
    expect(total(await surveys.status(survey.key))).toBe(3)
  })

  describe('appended parts', () => {
    async function append(key: string, content: string): Promise<Answer> {
      const answer = await surveys.append(key)
      expect(answer.status).toBe(201)
      const [part] = partsOf(answer)
      if (part) await upload(part, content)
      expect((await surveys.complete(key)).status).toBe(202)
      return surveys.ended(key)
    }

    it('SUR-18 need the questions only: other columns may be missing, new or elsewhere', async () => {
      const { key } = await importParts([makeCsv('a@example.org', 'b@example.org')])
      const status = await append(key, 'Country,Mood\nKenya,Better than before\nPeru,As before')
      expect([status.body['status'], total(status), rowCounts(status)]).toEqual(['COMPLETED', 4, [2, 2]])
      const listed = items(await get(`${prefix}/surveys`, { token }), 'surveys')
      expect(listed.find((one) => one['upload_key'] === key)).toMatchObject({
        number_of_responses: 4,
        num_parts: 2,
      })
    })

    it('SUR-18 SUR-13 fail when a question is missing, and the survey stays as it was', async () => {
      const { key } = await importParts([makeCsv('a@example.org')])
      const status = await append(key, 'Email,Country\nb@example.org,Kenya')
      expect(status.body['status']).toBe('FAILED')
      expect(details(status)).toMatchObject({ part_number: 2, missing_columns: ['Mood'] })
      expect([total(status), statusesOf(status, 'parts')]).toEqual([1, ['PROCESSED', 'FAILED']])
      const fixed = await sendAgain(key, 2, makeCsv('b@example.org'))
      expect([fixed.body['status'], total(fixed), rowCounts(fixed)]).toEqual(['COMPLETED', 2, [1, 1]])
    })
  })
})
