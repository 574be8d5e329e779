/** Column types of the contract whose result is visible only in the database. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ImportBench, openImportBench } from '../../../test/harness/import-bench.ts'
import { waitFor } from '../../../test/harness/processes.ts'
import { beginSurvey, postSurvey, sendTo, surveyStatus } from '../../../test/harness/survey-uploads.ts'
import { listColumns, listOptions } from './columns.repo.ts'
import { countAnswers } from './count-answers.ts'
import { listNotes } from './list-notes.ts'
import { listResponses } from './list-responses.ts'

let bench: ImportBench
beforeAll(async () => {
  bench = await openImportBench()
})
afterAll(() => bench.close())

async function importCsv(csv: string, settings: object): Promise<number> {
  const { url } = bench.app
  const survey = await beginSurvey(url, bench.token, bench.projectId, settings)
  for (const part of survey.upload_urls) await sendTo(part, csv)
  await postSurvey(url, bench.token, `${survey.upload_key}/complete`)
  await waitFor(
    async () => (await surveyStatus(url, bench.token, survey.upload_key)).status === 'COMPLETED',
    60_000,
  )
  const { rows } = await sql<{ id: number }>`
    select id from survey where upload_key = ${survey.upload_key}`.execute(bench.app.deps.db)
  return rows[0]?.id ?? 0
}

const header =
  'Name,Email,Submitted,How likely are you to recommend us?,Plan,Channels,Priorities,What would you change?,Clip,Code'
const rows = Array.from({ length: 40 }, (_, i) =>
  [
    `Person ${String.fromCharCode(65 + (i % 26))} Example`,
    `person${i % 30}@example.org`,
    `2026-03-${String((i % 28) + 1).padStart(2, '0')}T10:00:00Z`,
    i % 11,
    ['Free', 'Pro', 'Team'][i % 3],
    `"${['Mail', 'Phone', 'Chat'].slice(0, (i % 3) + 1).join('; ')}"`,
    `"${i % 2 === 0 ? 'Price > Speed > Help' : 'Speed > Price > Help'}"`,
    `"I would change how exports work, since number ${i} took me a whole afternoon to finish."`,
    `clip-${i}.mp4`,
    `X${i}-${(i * 7919) % 1000}`,
  ].join(','),
)
const csv = [header, ...rows].join('\n')
const typesOf = async (id: number) =>
  Object.fromEntries((await listColumns(bench.app.deps.db, id)).map(({ name, type }) => [name, type]))

it('COL-1 COL-2 takes types from the mapping, then from detection, and skips the other columns', async () => {
  const mapped = await importCsv(csv, { column_mapping: { Code: 'Single choice', Email: 'Do nothing' } })
  expect(Object.values(await typesOf(mapped)).filter((type) => type !== 'Do nothing')).toEqual([
    'Single choice',
  ])
  const found = await importCsv(csv, { auto_map: true, column_mapping: { Plan: 'Open-ended' } })
  expect(await typesOf(found)).toMatchObject({
    Name: 'Name',
    Email: 'Email',
    Submitted: 'Timestamp',
    'How likely are you to recommend us?': 'NPS',
    Plan: 'Open-ended',
    Channels: 'Multi choice',
    Priorities: 'Ranking',
    'What would you change?': 'Open-ended',
  })
  expect(Object.values(await typesOf(found))).not.toContain('MEDIA_RESPONSE')
})

it('COL-3 turns answers into profiles, an order, notes and charts', async () => {
  const { db } = bench.app.deps
  const surveyId = await importCsv(csv, { auto_map: true })
  const columns = await listColumns(db, surveyId)
  const { responses } = await listResponses(db, { surveyId, columns, limit: 50 })
  expect(responses).toHaveLength(40)
  const times = responses.map((response) => response.answeredAt?.getTime() ?? 0)
  expect(times).toEqual(times.toSorted((a, b) => b - a))
  expect(responses[0]?.respondent).toMatchObject({
    name: expect.stringMatching(/^Person/),
    email: expect.stringMatching(/@example\.org$/),
  })
  const asked = columns.find((column) => column.name === 'What would you change?')
  const notes = await listNotes(db, { surveyId, columns, position: asked?.position ?? -1, limit: 50 })
  expect(notes.notes).toHaveLength(40)

  const { total, questions } = await countAnswers(db, { surveyId, columns, questions: columns })
  expect(total).toBe(40)
  const plan = columns.find((column) => column.name === 'Plan')
  const counts = questions.find((question) => question.position === plan?.position)
  const labels = (await listOptions(db, surveyId, [plan?.position ?? -1])).map((option) => option.label)
  expect(labels.toSorted()).toEqual(['Free', 'Pro', 'Team'])
  expect(counts?.options.map((option) => option.countOfAll)).toEqual([14, 13, 13])
})

it('COL-4 adds one participant per address unless the survey opts out', async () => {
  const { db } = bench.app.deps
  const panel = async () => {
    const { rows: found } = await sql<{ email: string }>`
      select email from participant where email like 'panel-%' order by email`.execute(db)
    return found.map((row) => row.email)
  }
  const people = (...names: string[]) =>
    ['Name,Email', ...names.map((name) => `${name},panel-${name.toLowerCase()}@Example.org`)].join('\n')
  const column_mapping = { Name: 'Name', Email: 'Email' }
  await importCsv(people('Ada', 'Bo', 'Ada'), { column_mapping })
  await importCsv(people('Bo', 'Cy'), { column_mapping })
  await importCsv(people('Di'), { column_mapping, add_to_research_panel: false })
  expect(await panel()).toEqual(['panel-ada@example.org', 'panel-bo@example.org', 'panel-cy@example.org'])
})
