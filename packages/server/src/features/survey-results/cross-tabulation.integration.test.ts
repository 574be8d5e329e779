/** Counts two questions over HTTP and compares the answers with the rows of the file. */
import { type CrossTabulation, maxCrossOptions } from '@inlet/contract/workspace'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { makeReadSurvey } from '../../../test/harness/read-survey.ts'
import { makeReaders, type Readers } from '../../../test/harness/reading.ts'

const plans = ['Free', 'Pro', 'Team', '']
const tools = ['Slack', 'Jira', 'Figma']
const rows = Array.from({ length: 400 }, (_, i) => ({
  at: `2026-01-${String((i % 28) + 1).padStart(2, '0')}T10:00:00Z`,
  plan: plans[(i * 7) % 4] ?? '',
  tools: tools.filter((_, t) => (i + t) % (t + 2) === 0),
  score: (i * 13) % 11,
  city: `City ${i % 60 < 10 ? i % 10 : i % 60}`,
}))
type Row = (typeof rows)[number]
const header = 'When,Plan,Tools,Likely,City'
const csv = [
  header,
  ...rows.map((row) => [row.at, row.plan, row.tools.join(';'), row.score, row.city].join(',')),
]

let app: TestApp
let people: Readers
let key: string
beforeAll(async () => {
  app = await startTestApp()
  people = await makeReaders(app)
  key = await makeReadSurvey(app, people, {
    parts: [csv.slice(0, 200).join('\n'), [header, ...csv.slice(200)].join('\n')],
    columnMapping: {
      When: 'Timestamp',
      Plan: 'Single choice',
      Tools: 'Multi choice',
      Likely: 'NPS',
      City: 'Single choice',
    },
  })
}, 120_000)
afterAll(() => app.close())

const path = (query: string) => `/surveys/${key}/cross-tabulation?${query}`
const read = (query: string) => people.finn.visitor.read<CrossTabulation>(path(query))
const count = (fits: (row: Row) => boolean) => rows.filter(fits).length

it('counts a single by a multiple choice question, with bases of both', async () => {
  const table = await read('rows=1&columns=2')
  const both = (row: Row) => row.plan !== '' && row.tools.length > 0
  expect(table).toMatchObject({ total: 400, matching: 400, base: count(both) })
  expect(table.rows).toMatchObject({ name: 'Plan', type: 'Single choice', option_count: 3 })
  expect(table.columns).toMatchObject({ name: 'Tools', type: 'Multi choice', option_count: 3 })
  table.rows.options.forEach(({ label, count: inRow }, i) => {
    expect(inRow).toBe(count((row) => both(row) && row.plan === label))
    table.columns.options.forEach(({ label: tool }, j) => {
      expect(table.cells[i]?.[j]).toBe(count((row) => row.plan === label && row.tools.includes(tool)))
    })
  })
  for (const { label, count: inColumn } of table.columns.options)
    expect(inColumn).toBe(count((row) => both(row) && row.tools.includes(label)))
})

it('groups scores and applies the whole filter, also on its own questions', async () => {
  const { options } = (await read('rows=1&columns=3')).rows
  const pro = options.find(({ label }) => label === 'Pro')
  const fits = (row: Row) => row.plan === 'Pro' && row.at >= '2026-01-10' && row.score >= 7
  const table = await read(`rows=3&columns=1&f=1:${pro?.pick}&f=3:s7-10&from=2026-01-10`)
  expect(table).toMatchObject({ total: 400, matching: count(fits), base: count(fits) })
  expect(table.rows.options.map(({ label, pick }) => [label, pick])).toEqual([
    ['Promoters', 's9-10'],
    ['Passives', 's7-8'],
    ['Detractors', 's0-6'],
  ])
  const column = table.columns.options.findIndex(({ label }) => label === 'Pro')
  expect(table.cells.map((cells) => cells[column])).toEqual([
    count((row) => fits(row) && row.score >= 9),
    count((row) => fits(row) && row.score < 9),
    0,
  ])
})

it('lists the most frequent options of a long list and keeps the totals of all', async () => {
  const table = await read('rows=4&columns=3')
  expect(table.rows).toMatchObject({ option_count: 60 })
  expect(table.rows.options).toHaveLength(maxCrossOptions)
  expect(table.base).toBe(400)
  expect(table.columns.options.map((one) => one.count).reduce((a, b) => a + b)).toBe(400)
  for (const { label, count: inRow } of table.rows.options)
    expect(inRow).toBe(count((row) => row.city === label))
})

it('rejects questions that cannot be counted against each other', async () => {
  const status = async (query: string) => (await people.finn.visitor.get(path(query))).status
  expect(await status('rows=1')).toBe(400)
  expect(await status('rows=1&columns=1')).toBe(400)
  expect(await status('rows=0&columns=1')).toBe(400)
  expect(await status('rows=1&columns=99')).toBe(400)
  expect(await status('rows=1&columns=2&f=oops')).toBe(400)
})
