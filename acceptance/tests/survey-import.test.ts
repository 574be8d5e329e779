import { describe, expect, it } from 'vitest'
import type { Answer } from '../harness/api.ts'
import { anyCaller } from '../harness/caller.ts'
import { makeProject } from '../harness/project.ts'
import { partsOf, statusesOf, surveysOf, uploadParts } from '../harness/survey.ts'
import { makeCsv, makeTooLongCsv, mapping } from '../harness/survey-csv.ts'
import { type Descriptor, descriptorOf, upload } from '../harness/upload.ts'

const details = (answer: Answer) => answer.body['error_details'] as Record<string, unknown>
const processing = (answer: Answer) => answer.body['processing'] as Record<string, unknown>
const rowCounts = (answer: Answer) =>
  (answer.body['parts'] as Record<string, unknown>[]).map((part) => part['row_count'])

describe('survey imports', async () => {
  const { token } = await anyCaller()
  const surveys = surveysOf(token, await makeProject(token))
  const column_mapping = mapping

  it('SUR-11 SUR-19 an import saves the rows of all parts and reports responses and questions', async () => {
    const survey = await surveys.importParts(
      [makeCsv('a@example.org', 'b@example.org'), makeCsv('c@example.org'), makeCsv()],
      { column_mapping },
    )
    const done = await surveys.status(survey.key)
    expect(done.body['status']).toBe('COMPLETED')
    expect(statusesOf(done, 'parts')).toEqual(['PROCESSED', 'PROCESSED', 'PROCESSED'])
    expect(rowCounts(done)).toEqual([2, 1, 0])
    expect(processing(done)).toEqual({ total_responses: 3, questions_detected: 1, is_mapped: true })
  })

  it('SUR-11 SUR-13 a part with another header fails, and error_details lists the missing columns', async () => {
    const survey = await surveys.importParts(
      [makeCsv('a@example.org'), 'Email,Feeling\nb@example.org,fine\n', makeCsv('c@example.org')],
      { column_mapping },
    )
    const failed = await surveys.status(survey.key)
    expect(failed.body['status']).toBe('FAILED')
    expect(details(failed)).toEqual({
      part_number: 2,
      code: expect.stringMatching(/^\w+$/),
      message: expect.stringMatching(/\. .*\./),
      missing_columns: ['Mood'],
    })
  })

  it('SUR-11 SUR-12 SUR-13 SUR-15 a part with too many rows fails, earlier parts are kept, and a retry continues', async () => {
    const survey = await surveys.importParts(
      [makeCsv('a@example.org'), makeTooLongCsv(), makeCsv('c@example.org', 'd@example.org')],
      { column_mapping },
    )
    const failed = await surveys.status(survey.key)
    expect(failed.body['status']).toBe('FAILED')
    expect(statusesOf(failed, 'parts')).toEqual(['PROCESSED', 'FAILED', 'UPLOADED'])
    expect(rowCounts(failed)).toEqual([1, null, null])
    expect(details(failed)).toMatchObject({ part_number: 2, row_count: 20_001, row_limit: 20_000 })
    expect(processing(failed)['total_responses']).toBe(1)

    const again = await surveys.retryPart(survey.key, 2)
    await upload(descriptorOf(again), makeCsv('b@example.org'))
    expect((await surveys.complete(survey.key)).status).toBe(202)
    const done = await surveys.ended(survey.key)
    expect(done.body['status']).toBe('COMPLETED')
    expect(details(done)).toEqual({})
    expect(rowCounts(done)).toEqual([1, 1, 2])
    expect(processing(done)['total_responses']).toBe(4)
  })

  it('SUR-12 SUR-15 nothing of a truncated part is saved, however often it is sent', async () => {
    const rows = Array.from({ length: 3_000 }, (_, i) => `p${i}@example.org,good`)
    const broken = ['Email,Mood', ...rows, 'q@example.org,good,one cell too many'].join('\n')
    const survey = await surveys.importParts([makeCsv('a@example.org'), broken, makeCsv('z@example.org')], {
      column_mapping,
    })
    const sendAgain = async (content: string) => {
      await upload(descriptorOf(await surveys.retryPart(survey.key, 2)), content)
      expect((await surveys.complete(survey.key)).status).toBe(202)
      return surveys.ended(survey.key)
    }
    for (const failed of [await surveys.status(survey.key), await sendAgain(broken)]) {
      expect(details(failed)).toMatchObject({ part_number: 2, row: 3_002 })
      expect(processing(failed)['total_responses']).toBe(1)
      expect(statusesOf(failed, 'parts')).toEqual(['PROCESSED', 'FAILED', 'UPLOADED'])
    }
    const done = await sendAgain(['Email,Mood', ...rows].join('\n'))
    expect([done.body['status'], rowCounts(done)]).toEqual(['COMPLETED', [1, 3_000, 1]])
    expect(processing(done)['total_responses']).toBe(3_002)
  })

  it('SUR-18 appended parts may have more columns in any order, but must contain every question', async () => {
    const survey = await surveys.importParts([makeCsv('a@example.org')], { column_mapping })
    const appended = await surveys.append(survey.key, 2)
    const [second, third] = partsOf(appended)
    await upload(second as Descriptor, 'Extra,Mood,Email\nx,calm,b@example.org\n')
    await upload(third as Descriptor, 'Email,Extra\nc@example.org,y\n')
    await surveys.complete(survey.key)
    const failed = await surveys.ended(survey.key)
    expect(failed.body['status']).toBe('FAILED')
    expect(details(failed)).toMatchObject({ part_number: 3, missing_columns: ['Mood'] })
    expect(statusesOf(failed, 'parts')).toEqual(['PROCESSED', 'PROCESSED', 'FAILED'])
    expect(processing(failed)).toEqual({ total_responses: 2, questions_detected: 1, is_mapped: true })

    await upload(descriptorOf(await surveys.retryPart(survey.key, 3)), 'Mood\nwithout an address\n')
    await surveys.complete(survey.key)
    const done = await surveys.ended(survey.key)
    expect([done.body['status'], processing(done)['total_responses']]).toEqual(['COMPLETED', 3])
  })
})

describe('survey CSVs', async () => {
  const { token } = await anyCaller()
  const surveys = surveysOf(token, await makeProject(token))

  it('COL-5 empty and repeated headers get the same names in every part', async () => {
    const header = 'Mood,Mood,,'
    const parts = [`${header}\na,b,c,d\n`, `${header}\ne,f,g,h\n`]
    const survey = await surveys.begin({
      num_parts: 2,
      auto_map: false,
      column_mapping: { Mood: 'Open-ended' },
    })
    await uploadParts(survey, parts)
    await surveys.complete(survey.key)
    const done = await surveys.ended(survey.key)
    expect([done.body['status'], processing(done)['total_responses']]).toEqual(['COMPLETED', 2])
  })
})
