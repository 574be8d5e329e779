/** Survey imports from objects to rows. */
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { startTestApp } from '../../../../test/harness/app.ts'
import {
  addPart,
  importNow,
  makeSurvey,
  makeSurveyOwner,
  readSurvey,
  setStatus,
} from '../../../../test/harness/surveys.ts'

const app = await startTestApp()
const owner = await makeSurveyOwner(app.deps)
afterAll(() => app.close())

async function rowsOf<T>(query: ReturnType<typeof sql<T>>): Promise<T[]> {
  return (await query.execute(app.deps.db)).rows
}

const header = 'When,Name,E-mail,Plan,Tools,Likely,Order,Why,Internal id'
const people = [
  '2025-03-01 10:00,Anna Müller,Anna@Example.org,Pro,Mail; Chat,9,Price > Speed > Looks,"It is quick,\nand quiet",a1',
  '2025-03-02 10:00,Ben,ben@example.org,Free,Chat,6,Speed > Price > Looks,,a2',
  '2025-03-03 10:00,Anna,anna@example.org,Pro,,10,,Still quick,a3',
  '2025-03-04 10:00,Cy,,Team,Mail; Phone,,Looks > Speed > Price,N/A,a4',
]
const columnMapping = {
  When: 'Timestamp',
  Name: 'Name',
  'E-mail': 'Email',
  Plan: 'Single choice',
  Tools: 'Multi choice',
  Likely: 'NPS',
  Order: 'Ranking',
  Why: 'Open-ended',
} as const
const csv = (...lines: string[]) => `${lines.join('\n')}\n`

describe('an import', () => {
  it('saves responses, respondents, options and notes, and skips ignored columns', async () => {
    const id = await makeSurvey(app.deps, {
      owner,
      parts: [csv(header, ...people)],
      columnMapping,
      autoMap: false,
    })
    const survey = await importNow(app.deps, id)
    expect(survey).toMatchObject({ status: 'COMPLETED', responseCount: 4, isMapped: true, errorDetails: {} })
    expect(survey.parts).toEqual([{ number: 1, status: 'PROCESSED', row_count: 4 }])
    const responses = await rowsOf(sql<Record<string, unknown>>`
      select id, respondent_id, answered_at, answers, ranks from response where survey_id = ${id} order by id`)
    const plan = 3 * 16384
    const tools = 4 * 16384
    const likely = 5 * 16384
    const order = 6 * 16384
    expect(responses).toEqual([
      {
        id: 32768,
        respondent_id: 32768,
        answered_at: new Date('2025-03-01T10:00:00Z'),
        answers: [plan + 1, tools + 1, tools + 2, likely + 10],
        ranks: [order + 1, 1, order + 2, 2, order + 3, 3],
      },
      {
        id: 32769,
        respondent_id: 32769,
        answered_at: new Date('2025-03-02T10:00:00Z'),
        answers: [plan + 2, tools + 2, likely + 7],
        ranks: [order + 2, 1, order + 1, 2, order + 3, 3],
      },
      {
        id: 32770,
        respondent_id: 32768,
        answered_at: new Date('2025-03-03T10:00:00Z'),
        answers: [plan + 1, likely + 11],
        ranks: [],
      },
      {
        id: 32771,
        respondent_id: 32771,
        answered_at: new Date('2025-03-04T10:00:00Z'),
        answers: [plan + 3, tools + 1, tools + 3],
        ranks: [order + 3, 1, order + 2, 2, order + 1, 3],
      },
    ])
    const respondents = await rowsOf(sql`
      select id, name, email from respondent where survey_id = ${id} order by id`)
    expect(respondents).toEqual([
      { id: 32768, name: 'Anna Müller', email: 'anna@example.org' },
      { id: 32769, name: 'Ben', email: 'ben@example.org' },
      { id: 32771, name: 'Cy', email: null },
    ])
    const notes = await rowsOf(
      sql`select response_id, position, text from note where survey_id = ${id} order by 1`,
    )
    expect(notes).toEqual([
      { response_id: 32768, position: 7, text: 'It is quick,\nand quiet' },
      { response_id: 32770, position: 7, text: 'Still quick' },
    ])
    const options = await rowsOf<{ label: string }>(sql`
      select label from survey_option where survey_id = ${id} order by position, number`)
    expect(options.map(({ label }) => label)).toEqual([
      'Pro',
      'Free',
      'Team',
      'Mail',
      'Chat',
      'Phone',
      'Price',
      'Speed',
      'Looks',
    ])
    const [file] = await rowsOf<{ status: string }>(sql`
      select file.status from file join survey on survey.file_id = file.id where survey.id = ${id}`)
    expect(file?.status).toBe('completed')
  })

  it('reuses people and options in later parts', async () => {
    const parts = people.map((line) => csv(header, line))
    const id = await makeSurvey(app.deps, { owner, parts, columnMapping, autoMap: false })
    expect(await importNow(app.deps, id)).toMatchObject({ status: 'COMPLETED', responseCount: 4 })
    const responses = await rowsOf(sql`
      select id, respondent_id from response where survey_id = ${id} order by id`)
    expect(responses).toEqual([
      { id: 32768, respondent_id: 32768 },
      { id: 65536, respondent_id: 65536 },
      { id: 98304, respondent_id: 32768 },
      { id: 131072, respondent_id: 131072 },
    ])
    const [{ count } = { count: 0 }] = await rowsOf<{ count: number }>(sql`
      select count(*) from survey_option where survey_id = ${id}`)
    expect(count).toBe(9)
  })
})

describe('an incompatible part', () => {
  it.each([
    ['another header', csv('When,Name', '2025-01-01,Zed'), 'header_mismatch'],
    ['another order', csv(header.split(',').toReversed().join(','), people[0] ?? ''), 'header_mismatch'],
    ['a value beyond the header', csv(header, people[0] ?? '', `${people[0]},x`), 'csv_row_width'],
    ['an open quotation mark', csv(header, '"never closed'), 'csv_quote_unclosed'],
  ])('with %s fails the survey, keeps earlier parts and skips later ones', async (_, bad, code) => {
    const good = csv(header, ...people)
    const id = await makeSurvey(app.deps, { owner, parts: [good, bad, good], columnMapping, autoMap: false })
    const survey = await importNow(app.deps, id)
    expect(survey).toMatchObject({
      status: 'FAILED',
      responseCount: 4,
      errorDetails: { part_number: 2, code, message: expect.any(String) },
    })
    expect(survey.parts.map(({ status }) => status)).toEqual(['PROCESSED', 'FAILED', 'UPLOADED'])
    await addPart(app.deps, id, 2, good)
    await setStatus(app.deps, id, 'VALIDATING')
    expect(await importNow(app.deps, id)).toMatchObject({ status: 'COMPLETED', responseCount: 12 })
    const [{ count } = { count: 0 }] = await rowsOf<{ count: number }>(sql`
      select count(*) from response where survey_id = ${id}`)
    expect(count).toBe(12)
  })

  it('with too many rows is reported with both counts', async () => {
    const rows = Array.from({ length: 20_003 }, (_, i) => `${i},x`)
    const id = await makeSurvey(app.deps, { owner, parts: [csv('a,b', ...rows)] })
    expect(await importNow(app.deps, id)).toMatchObject({
      status: 'FAILED',
      responseCount: 0,
      errorDetails: {
        part_number: 1,
        code: 'csv_too_many_rows',
        row: 20_002,
        row_count: 20_003,
        row_limit: 20_000,
      },
    })
  })

  it('that is missing in the store is reported, whenever it disappeared', async () => {
    const id = await makeSurvey(app.deps, { owner, parts: [csv('a,b', '1,2'), csv('a,b', '3,4')] })
    const { rows } = await sql<{ key: string }>`
      select object_key as key from survey_part where survey_id = ${id} and number = 2`.execute(app.deps.db)
    await app.deps.store.remove(rows.map(({ key }) => key))
    const survey = await importNow(app.deps, id)
    expect(survey).toMatchObject({ status: 'FAILED', errorDetails: { part_number: 2, code: 'upload_gone' } })
    // Detected before the first part is read, so nothing is saved.
    expect(survey.responseCount).toBe(0)
    await sql`update survey set status = 'PROCESSING', error_details = '{}' where id = ${id}`.execute(
      app.deps.db,
    )
    expect(await importNow(app.deps, id)).toMatchObject({
      status: 'FAILED',
      responseCount: 1,
      errorDetails: { part_number: 2, code: 'upload_gone' },
    })
  })
})

describe('appended parts', () => {
  async function completed(): Promise<number> {
    const id = await makeSurvey(app.deps, {
      owner,
      parts: [csv(header, ...people)],
      columnMapping,
      autoMap: false,
    })
    expect((await importNow(app.deps, id)).status).toBe('COMPLETED')
    return id
  }
  async function append(id: number, content: string) {
    const { parts } = await readSurvey(app.deps, id)
    await addPart(app.deps, id, parts.length + 1, content)
    await setStatus(app.deps, id, 'VALIDATING')
    return importNow(app.deps, id)
  }

  it('need only the questions, in any order, and may have more columns', async () => {
    const id = await completed()
    const lines = csv('Why,Extra,Order,Likely,Tools,Plan', 'Because,?,Looks > Price > Speed,3,Fax,Free')
    expect(await append(id, lines)).toMatchObject({ status: 'COMPLETED', responseCount: 5 })
    const [response] = await rowsOf<{ answers: number[] }>(sql`
      select answers from response where survey_id = ${id} and id = 65536`)
    expect(response?.answers).toEqual([3 * 16384 + 2, 4 * 16384 + 4, 5 * 16384 + 4])
  })

  it('fail when a question is missing and name it', async () => {
    const id = await completed()
    const survey = await append(id, csv('Why,Order,Tools', 'Because,,Fax'))
    expect(survey).toMatchObject({
      status: 'FAILED',
      responseCount: 4,
      errorDetails: { part_number: 2, code: 'missing_columns', missing_columns: ['Plan', 'Likely'] },
    })
    expect(survey.completedAt).not.toBeNull()
  })
})

describe('column types', () => {
  it('are determined once, using all rows of the first part for date formats', async () => {
    const dates = Array.from({ length: 3_000 }, (_, i) => `0${(i % 9) + 1}/03/2025 10:00,${i % 11}`)
    const id = await makeSurvey(app.deps, {
      owner,
      parts: [
        csv('Date submitted,Score', ...dates, '25/03/2025 10:00,5'),
        csv('Date submitted,Score', '03/04/2025 10:00,5'),
      ],
    })
    expect((await importNow(app.deps, id)).status).toBe('COMPLETED')
    const [last] = await rowsOf<{ answered_at: Date }>(sql`
      select answered_at from response where survey_id = ${id} and id = 65536`)
    expect(last?.answered_at).toEqual(new Date('2025-04-03T10:00:00Z'))
  })

  it('read the day first if nothing but the language of the header tells the order', async () => {
    const lines = ['03/04/2025 10:00,Oui', '02/05/2025 10:00,Non', '04/03/2025 10:00,Oui']
    const id = await makeSurvey(app.deps, { owner, parts: [csv('Horodateur,Client', ...lines)] })
    expect((await importNow(app.deps, id)).status).toBe('COMPLETED')
    const answered = await rowsOf<{ answered_at: Date }>(sql`
      select answered_at from response where survey_id = ${id} order by id`)
    expect(answered.map(({ answered_at }) => answered_at.toISOString().slice(0, 10))).toEqual([
      '2025-04-03',
      '2025-05-02',
      '2025-03-04',
    ])
  })

  it('may all be "Do nothing", and responses are still counted', async () => {
    const id = await makeSurvey(app.deps, { owner, parts: [csv('a,b', '1,2', '3,4')], autoMap: false })
    expect(await importNow(app.deps, id)).toMatchObject({
      status: 'COMPLETED',
      responseCount: 2,
      isMapped: true,
    })
  })

  it('are determined by the first part with rows', async () => {
    const rows = Array.from({ length: 30 }, (_, i) => `${i % 2 ? 'Yes' : 'No'}`)
    const id = await makeSurvey(app.deps, { owner, parts: [csv('Agree?'), csv('Agree?', ...rows)] })
    expect(await importNow(app.deps, id)).toMatchObject({ status: 'COMPLETED', responseCount: 30 })
    const [column] = await rowsOf<{ type: string }>(
      sql`select type from survey_column where survey_id = ${id}`,
    )
    expect(column?.type).toBe('Single choice')
  })
})
