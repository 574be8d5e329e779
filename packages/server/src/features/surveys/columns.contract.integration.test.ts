/** What becomes of columns, seen from inside: the import API shows no answers and no panel. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { importNow, makeSurvey, makeSurveyOwner, type SurveyOwner } from '../../../test/harness/surveys.ts'
import {
  countAnswers,
  listColumns,
  listNotes,
  listOptions,
  listResponses,
  optionId,
} from '../responses/responses.public.ts'

let app: TestApp
let owner: SurveyOwner
beforeAll(async () => {
  app = await startTestApp()
  owner = await makeSurveyOwner(app.deps)
})
afterAll(() => app.close())

const csv = [
  'When,Name,E-mail,Plan,Tools,Likely,Order,Why,Secret',
  '2025-03-02 10:00,Anna,anna@example.org,Pro,Mail; Chat,9,Speed > Price,It is quick,one',
  '2025-03-09 10:00,Ben,BEN@example.org,Free,Chat,3,Price > Speed,,two',
  '2025-03-01 10:00,Ben B.,ben@example.org,Pro,,10,,Better now,three',
  '',
].join('\n')
const columnMapping = {
  When: 'Timestamp',
  Name: 'Name',
  'E-mail': 'Email',
  Plan: 'Single choice',
  Tools: 'Multi choice',
  Likely: 'NPS',
  Order: 'Ranking',
  Why: 'Open-ended',
  Secret: 'Do nothing',
} as const

async function importOne(settings: Partial<Parameters<typeof makeSurvey>[1]> = {}): Promise<number> {
  const id = await makeSurvey(app.deps, { owner, parts: [csv], columnMapping, autoMap: false, ...settings })
  expect((await importNow(app.deps, id)).status).toBe('COMPLETED')
  return id
}

describe('columns', () => {
  it('COL-3 fill the profile, order the responses, make notes and charts, or are left out', async () => {
    const surveyId = await importOne()
    const { db } = app.deps
    const columns = await listColumns(db, surveyId)
    const { responses } = await listResponses(db, { surveyId, columns, limit: 10 })
    expect(
      responses.map(({ answeredAt, respondent }) => [answeredAt?.toISOString(), respondent.email]),
    ).toEqual([
      ['2025-03-09T10:00:00.000Z', 'ben@example.org'],
      ['2025-03-02T10:00:00.000Z', 'anna@example.org'],
      ['2025-03-01T10:00:00.000Z', 'ben@example.org'],
    ])
    expect(responses.map(({ respondent }) => respondent.name)).toEqual(['Ben', 'Anna', 'Ben'])
    const { notes } = await listNotes(db, { surveyId, columns, position: 7, limit: 10 })
    expect(notes.map(({ text }) => text)).toEqual(['It is quick', 'Better now'])
    const labels = new Map(
      (await listOptions(db, surveyId)).map(({ position, number, label }) => [
        optionId(position, number),
        label,
      ]),
    )
    const { questions } = await countAnswers(db, { surveyId, columns, questions: columns })
    const charts = questions.map(({ position, options }) => [
      position,
      Object.fromEntries(options.map(({ id, count }) => [labels.get(id) ?? id & 16383, count])),
    ])
    expect(charts).toEqual([
      [3, { Pro: 2, Free: 1 }],
      [4, { Mail: 1, Chat: 2 }],
      // A score of n has the number n + 1.
      [5, { 10: 1, 4: 1, 11: 1 }],
      [6, { Speed: 2, Price: 2 }],
      [7, {}],
    ])
    const { rows } = await sql<{ found: boolean }>`
      select exists (select from response where survey_id = ${surveyId} and response::text like '%three%')
        or exists (select from note where survey_id = ${surveyId} and text like '%three%')
        or exists (select from survey_option where survey_id = ${surveyId} and label like '%three%') as found`.execute(
      db,
    )
    expect(rows[0]?.found).toBe(false)
  })
})

describe('the research panel', () => {
  const panel = async () => {
    const { rows } = await sql<{ email: string; name: string | null; surveys: number }>`
      select email, name, (select count(*) from participant_respondent where participant_id = p.id) as surveys
      from participant p where team_id = ${owner.teamId} order by email`.execute(app.deps.db)
    return rows
  }

  it('COL-4 has one participant for each e-mail address, however many surveys name it', async () => {
    await sql`delete from participant`.execute(app.deps.db)
    await importOne({ addToResearchPanel: false })
    expect(await panel()).toEqual([])
    await importOne()
    await importOne({
      parts: ['Name,E-mail,Plan\nAnna M.,anna@example.org,Pro\nCy,cy@example.org,Pro\nNobody,,Pro\n'],
      columnMapping: { Name: 'Name', 'E-mail': 'Email', Plan: 'Single choice' },
    })
    expect(await panel()).toEqual([
      { email: 'anna@example.org', name: 'Anna', surveys: 2 },
      { email: 'ben@example.org', name: 'Ben', surveys: 1 },
      { email: 'cy@example.org', name: 'Cy', surveys: 1 },
    ])
  })

  it('COL-4 is filled by many surveys at once without one in the way of another', async () => {
    const people = Array.from({ length: 3_000 }, (_, i) => `P ${i},p${i}@example.org`)
    const surveys = await Promise.all(
      [0, 1, 2, 3].map((turn) =>
        makeSurvey(app.deps, {
          owner,
          parts: [`Name,E-mail\n${(turn % 2 ? people.toReversed() : people).join('\n')}\n`],
          columnMapping: { Name: 'Name', 'E-mail': 'Email' },
          autoMap: false,
        }),
      ),
    )
    const outcomes = await Promise.all(surveys.map((id) => importNow(app.deps, id)))
    expect(outcomes.map(({ status }) => status)).toEqual(['COMPLETED', 'COMPLETED', 'COMPLETED', 'COMPLETED'])
    const shared = (await panel()).filter(({ email }) => /^p\d+@/.test(email))
    expect(shared).toHaveLength(3_000)
    expect(new Set(shared.map(({ surveys: count }) => count))).toEqual(new Set([4]))
  })
})
